"""What is known of the game before it is played."""

from domain.kernel.game import Credits, Meta

META = Meta(
    slug="mystery-of-the-temples",
    title="Mystery of the Temples",
    prefix="mystery.",
    schema_prefix="Mystery",
    rule_prefix="MOT",
    least_seats=2,
    most_seats=4,
    credits=Credits(
        designers=("Wei-Min Ling",),
        artists=("Maisherly Chan",),
        publishers=("EmperorS4", "Deep Water Games", "Lucrum Games"),
        year=2017,
    ),
)
