"""Settings from the environment."""

from pathlib import Path

import pytest

from adapters.config import Settings, SettingsError, settings


def test_values_are_converted_and_others_variables_left_alone() -> None:
    environment = {"EVERTURN_PORT": "9000", "EVERTURN_DEMO": "false", "HOME": "x", "PORT": "1"}
    assert settings(environment) == Settings(port=9000, demo=False)
    assert settings({}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [("EVERTURN_PROT", "9000"), ("EVERTURN_PORT", "0"), ("EVERTURN_PORT", "many"), ("EVERTURN_SHARED", "perhaps")],
)
def test_misspelt_names_and_impossible_values_are_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        settings({name: value})
    assert name.removeprefix("EVERTURN_").lower() in str(refusal.value)
    assert "EVERTURN_DATABASE_URL" in str(refusal.value)


def test_a_database_url_is_not_shown() -> None:
    assert "secret" not in repr(settings({"EVERTURN_DATABASE_URL": "postgresql://u:secret@h/d"}))


def test_the_data_stand_where_the_user_keeps_his(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings({"EVERTURN_DATA": "kept"}).folder == Path("kept")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert settings({}).folder == Path("/somewhere/everturn")
