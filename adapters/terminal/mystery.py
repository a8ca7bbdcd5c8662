"""Mystery of the Temples in the terminal: the ring, and each player's grid."""

from collections.abc import Mapping

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from domain.mystery_of_the_temples.terms import Kind, Node, PlayerColor
from domain.mystery_of_the_temples.views import PlayerView, TableView, TempleView

INK: Mapping[Kind, str] = {
    "colorless": "white",
    "red": "bright_red",
    "yellow": "bright_yellow",
    "blue": "bright_blue",
    "green": "bright_green",
    "purple": "bright_magenta",
}
FIGURE: Mapping[PlayerColor, str] = {
    "black": "bold white on grey23",
    "white": "bold black on white",
    "orange": "bold black on dark_orange",
    "teal": "bold black on cyan",
}
LATTICE: tuple[str, ...] = (
    "    n1      n2    ",
    "   /  \\    /  \\   ",
    " n3    n4      n5 ",
    "   \\  /    \\  /   ",
    "    n6      n7    ",
    "   /  \\    /  \\   ",
    " n8    n9     n10 ",
    "   \\  /    \\  /   ",
    "   n11     n12    ",
)


def board(view: TableView) -> RenderableType:
    """The whole table."""
    return Group(_ring(view), Columns([_player(view, player) for player in view.players], padding=(0, 2)))


def _ring(view: TableView) -> Table:
    table = Table(title=_title(view), title_justify="left", box=None, padding=(0, 1))
    for heading in ("card", "here", "curses", "rune", "crystals on it"):
        table.add_column(heading, header_style="dim")
    temples = {temple.temple: temple for temple in view.temples}
    lying = {card.location: card.lying for card in view.refinements}
    for location in view.ring:
        temple = next((found for name, found in temples.items() if name == location), None)
        crystals = Text(" ").join(
            Text(f"{one.space}:{one.color}", style=INK[one.color]) for one in lying.get(location, ())
        )
        table.add_row(location, _figures(view, location), _curses(view, temple), _rune(temple), crystals)
    return table


def _title(view: TableView) -> str:
    supply = ", ".join(f"{name} {getattr(view.supply, name)}" for name in INK)
    last = ", the last one" if view.end_triggered else ""
    return f"Round {view.round} of at most {view.max_rounds}{last}. Supply: {supply}. Objectives: {' '.join(view.objectives)}"


def _figures(view: TableView, location: str) -> Text:
    here = Text()
    for player in view.players:
        if player.figure == location:
            here.append(f" {player.seat} ", style=FIGURE[player.color])
    if view.neutral_figure == location:
        here.append(" neutral ", style="reverse dim")
    return here


def _curses(view: TableView, temple: TempleView | None) -> Text:
    shown = Text()
    colors = {player.seat: player.color for player in view.players}
    for space in temple.spaces if temple is not None else ():
        if not space.marked:
            shown.append(f" {space.position} ", style="bold")
        elif space.seat is None:
            shown.append(" x ", style="dim")
        else:
            shown.append(f"[{space.seat}]", style=FIGURE[colors[space.seat]])
    return shown


def _rune(temple: TempleView | None) -> str:
    if temple is None:
        return ""
    open_rune = temple.open_rune.sign if temple.open_rune is not None else "none"
    return f"{open_rune} (+{temple.face_down})"


def _player(view: TableView, player: PlayerView) -> Panel:
    crystals = {crystal.node: crystal.color for crystal in player.crystals}
    body = Text("\n").join(_line(line, crystals) for line in LATTICE)
    runes = " ".join(rune.sign for rune in player.runes) or "no runes"
    body.append(f"\n{runes}\n{player.curses_broken} curses broken, {player.score} points")
    turn = " to move" if player.seat in (view.asked[:1] or (view.active,)) and view.phase != "over" else ""
    title = Text(f" seat {player.seat} {player.grid or ''}{turn} ", style=FIGURE[player.color])
    return Panel(body, title=title, width=34)


def _line(line: str, crystals: Mapping[Node, Kind]) -> Text:
    """A line of the lattice with crystals as coloured letters and empty nodes dim."""
    text = Text(line, style="dim")
    for node, color in crystals.items():
        place = line.find(node)
        if place >= 0 and line[place + len(node) : place + len(node) + 1] in (" ", ""):
            text = Text.assemble(
                text[:place], (color[0].upper() * len(node), f"bold {INK[color]}"), text[place + len(node) :]
            )
    return text
