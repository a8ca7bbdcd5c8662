"""Every reason for which the rules refuse, each with a code of its own and the rule that speaks."""

from domain.kernel.errors import Refusal


def _law(code: str, rule: str, reason: str) -> Refusal:
    return Refusal(code, f"MOT-{rule}", reason)


SEATS = _law("wrong_number_of_seats", "2.14", "The game is for 2 to 4 players.")
SURPLUS = _law("not_asked_for", "15.3", "The situation does not call for this: it must be null or empty.")

GRID_CARD = _law("grid_card_taken", "12.1", "Choose one of the grid cards that nobody has taken.")
GRID_SIDE = _law("no_such_side", "12.1", "A grid card has the sides A and B.")
STARTING_NODES = _law("starting_nodes_differ", "2.8", "Two different free nodes of the own grid are named.")
STARTING_RUNE = _law("no_such_temple", "12.5", "Name one of the temples in the ring.")

NOT_IN_RING = _law("not_in_the_ring", "2.3", "This card does not lie in the ring with this number of players.")
OCCUPIED = _law("location_occupied", "4.1", "The figure is put on a card of the ring that no other figure occupies.")
RING_KIND = _law("no_such_ring", "4.2", "A move goes over temples or over wilderness cards.")
STANDING_STILL = _law("must_move", "4.4", "The move is compulsory: at least one step.")
TOO_FAR = _law("too_many_steps", "4.8", "The crystals on the grid do not pay for so many steps.")
DEXTERITY = _law("dexterity_payment", "4.5", "Steps beyond three cost 1, 3, 6 or 10: name that many occupied nodes.")
NOT_PLACED = _law("figure_not_placed", "3.8", "In the first turn the figure is placed, not moved.")
PLACED = _law("figure_placed_already", "4.1", "The figure is placed in the first turn only.")
NO_RELOCATION = _law("no_relocation", "12.9", "Only the owner of an active grid 3B relocates the figure.")
RELOCATION_PRICE = _law("relocation_unaffordable", "12.9", "Relocating costs more crystals than lie on the grid.")
RELOCATION_OCCUPIED = _law("relocation_occupied", "12.9", "The figure is put on a card that no figure occupies.")
RELOCATION_PRESENT = _law("relocation_present", "12.9", "The figure is put on another card than its present one.")
RELOCATION_PAYMENT = _law("relocation_payment", "12.9", "Name as many occupied nodes as the relocation costs.")

SWITCH_CRYSTALS = _law("switch_needs_three", "7.1", "A switch needs one crystal to pay and two others to exchange.")
SWITCH_PAYMENT = _law("switch_payment", "7.1", "The payment is a crystal on the own grid.")
SWITCH_PAID = _law("switch_paid_node", "7.1", "The paid crystal is not one of the two that exchange places.")
SWITCH_NODES = _law("switch_nodes", "7.5", "Name two different occupied nodes other than the paid one.")
EXCHANGE_UNAFFORDABLE = _law("exchange_unaffordable", "7.2", "There are too few crystals on the grid for an exchange.")
EXCHANGE_PAYMENT = _law("exchange_payment", "9.9", "Name as many different occupied nodes as the exchange costs now.")
EXCHANGE_NOTHING = _law(
    "exchange_gains_nothing", "7.4", "An exchange brings a crystal, and this kind is nowhere to be had."
)

NODE = _law("node_not_free", "5.1", "A gained crystal is put on a free node of the own grid.")
NODE_EMPTY = _law("node_empty", "5.2", "Only crystals that lie on the own grid are paid or laid.")
SOURCE = _law("no_such_source", "5.4", "In a shortage take it from a refinement card, else from who holds the most.")
COMPULSORY = _law("must_take", "5.6", "What is at hand must be taken as long as a node is free.")
NAMED = _law("named_must_take", "5.7", "A named crystal that is at hand must be taken.")

COLLECTED = _law("collected_already", "6.7", "Collect is done once a turn.")
BROKEN_NO_COLLECT = _law("broken_no_collect", "3.2", "After breaking a curse nothing is collected in the same turn.")
EMPTY_COLLECT = _law("empty_collect", "6.9", "A Collect that pays, lays, clears and gains nothing is not legal here.")
CLEARING = _law("clearing_choice", "9.5", "Say whether the card is cleared first.")
CONVERT_CRYSTALS = _law("convert_unaffordable", "6.2", "A conversion needs three crystals.")
CONVERT_PAYMENT = _law("convert_payment", "6.2", "Name three different occupied nodes.")
CONVERT_COLORS = _law("convert_colors", "6.11", "Name different colours: two, and one more for each triangle card.")
CONVERT_COLORLESS = _law("convert_colorless", "6.3", "A conversion brings coloured crystals only.")
LAY_NODE = _law("lay_node", "6.4", "A crystal of the own grid is laid on the card.")
LAY_SPACE = _law("space_not_free", "6.4", "Crystals are laid on different free spaces of the card.")
STAR_COLOR = _law("star_color", "9.4", "A star brings a colour that this card itself gives.")
BONUS = _law(
    "bonus_without_node", "9.10", "A bonus is declined before its colour or source is named, or put on a node."
)

NO_TEMPLE = _law("not_on_a_temple", "8.1", "Curses are broken on the temple where the figure stands.")
BROKEN = _law("broken_once", "8.9", "One curse is broken in a turn.")
COLLECTED_NO_BREAK = _law("collected_no_break", "3.2", "After collecting no curse is broken in the same turn.")
COMMITTED = _law("committed_to_collect", "9.7", "A discounted exchange demands a Collect and forbids a Break.")
NO_CHAIN = _law("no_chain", "8.4", "No chain on the grid fits an open curse space of this temple.")
CURSE_SPACE = _law("no_curse_space", "8.2", "There is no curse space at this position.")
MARKED = _law("curse_marked", "8.5", "The curse space has a marker already.")
CHAIN_MISSING = _law("chain_missing", "8.10", "No chain on the grid fits this curse space.")
END_OUT_OF_REACH = _law("end_out_of_reach", "8.3", "This curse space cannot be broken from this end.")
END_MISSING = _law("end_not_fitting", "8.10", "No chain on the grid fits from this end.")
CHAIN_NODE = _law("chain_broken", "8.4", "The chain goes on with a node that holds the demanded colour and leads on.")
CHAIN_UNJOINED = _law("chain_unjoined", "8.4", "Consecutive nodes of a chain are joined by a line.")
CHAIN_REPEATS = _law("chain_repeats", "8.4", "The nodes of a chain are different.")
CHAIN_COLORLESS = _law("chain_colorless", "5.3", "A colorless crystal stands for no colour.")
CHAIN_SHORT = _law("chain_too_short", "8.4", "The chain ends at the curse space, not before.")
EXTRA_CRYSTAL = _law("extra_crystal", "12.8", "The extra crystal lies on the grid outside the chain.")
RUNE_STACK = _law("rune_stack", "12.10", "Name the stack of this temple or of a neighbouring one.")
STACK_EMPTY = _law("rune_stack_empty", "12.10", "This rune stack has no card left.")

MUST_ACT = _law("must_act", "3.4", "On this card a main action must be done before the turn ends.")
MUST_COLLECT = _law("must_collect", "9.7", "After a discounted exchange the turn ends only after a Collect.")

REFUSALS: tuple[Refusal, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Refusal))
