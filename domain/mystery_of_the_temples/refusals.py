"""Every reason for which the rules refuse, each with a code of its own and the rule that speaks."""

from domain.kernel.errors import Refusal


def _law(code: str, rule: str, reason: str) -> Refusal:
    return Refusal(code, f"MOT-{rule}", reason)


SEATS = _law("wrong_number_of_seats", "2", "The game is for 2 to 4 players.")
SURPLUS = _law("not_asked_for", "15", "This field is not asked for here: it must be null or empty.")

GRID_CARD = _law("grid_card_taken", "12.1", "Choose one of the grid cards that nobody has taken.")
GRID_SIDE = _law("no_such_side", "12.1", "A grid card has the sides A and B.")
STARTING_NODES = _law("starting_nodes_differ", "2.8", "Two different free nodes of the own grid are named.")
STARTING_RUNE = _law("no_such_temple", "12.5", "Name one of the temples in the ring.")

OCCUPIED = _law("location_occupied", "4.1", "The figure is put on a card of the ring that no other figure occupies.")
RING_KIND = _law("no_such_ring", "4.2", "A move goes over temples or over wilderness cards.")
STANDING_STILL = _law("must_move", "4.4", "The move is compulsory: at least one step.")
TOO_FAR = _law("too_many_steps", "4.8", "The crystals on the grid do not pay for so many steps.")
DEXTERITY = _law("wrong_payment", "4.5", "Steps beyond three cost 1, 3, 6 or 10: name that many occupied nodes.")
NOT_PLACED = _law("figure_not_placed", "4.1", "In the first turn the figure is placed, not moved.")
PLACED = _law("figure_placed_already", "4.1", "The figure is placed in the first turn only.")
NO_RELOCATION = _law("no_relocation", "12.9", "Only the owner of an active grid 3B relocates the figure.")
RELOCATION_PRICE = _law("relocation_unaffordable", "12.9", "Relocating costs more crystals than lie on the grid.")
RELOCATION_PLACE = _law(
    "relocation_place", "12.9", "The figure goes to an unoccupied card of the ring other than the present one."
)
RELOCATION_PAYMENT = _law("relocation_payment", "12.9", "Name as many occupied nodes as the relocation costs.")

SWITCH_CRYSTALS = _law("switch_needs_three", "7.1", "A switch needs one crystal to pay and two others to exchange.")
SWITCH_PAYMENT = _law("switch_payment", "7.1", "The payment is a crystal on the own grid.")
SWITCH_NODES = _law("switch_nodes", "7.5", "Name two different occupied nodes other than the paid one.")
EXCHANGE_UNAFFORDABLE = _law("exchange_unaffordable", "7.2", "There are too few crystals on the grid for an exchange.")
EXCHANGE_PAYMENT = _law("exchange_payment", "9.9", "Name as many different occupied nodes as the exchange costs now.")
EXCHANGE_NOTHING = _law("exchange_gains_nothing", "7.4", "A crystal of this kind cannot be had from anywhere.")

NODE = _law("node_not_free", "5.1", "A gained crystal is put on a free node of the own grid.")
COMPULSORY = _law("must_take", "5.6", "What is at hand must be taken as long as a node is free.")
NAMED = _law("named_must_take", "5.7", "A named crystal that is at hand must be taken.")
SOURCE = _law("no_such_source", "5.4", "In a shortage take it from a refinement card, else from who holds the most.")

COLLECTED = _law("collected_already", "3.2", "Collect is done once a turn.")
BROKEN_NO_COLLECT = _law("broken_already", "3.2", "After breaking a curse nothing is collected in the same turn.")
EMPTY_COLLECT = _law("empty_collect", "6.9", "A Collect that pays, lays, clears and gains nothing is not legal here.")
CLEARING = _law("clearing_choice", "9.5", "Say whether the card is cleared first.")
CONVERT = _law("convert_choice", "6.2", "Say whether crystals are converted.")
CONVERT_CRYSTALS = _law("convert_unaffordable", "6.2", "A conversion needs three crystals.")
CONVERT_PAYMENT = _law("convert_payment", "6.2", "Name three different occupied nodes.")
CONVERT_COLORS = _law("convert_colors", "6.11", "Name different colours: two, and one more for each triangle card.")
LAY_NODE = _law("lay_node", "6.4", "A crystal of the own grid is laid on the card.")
LAY_SPACE = _law("space_not_free", "6.4", "Crystals are laid on different free spaces of the card.")
STAR_COLOR = _law("star_color", "9.4", "A star brings a colour that this card itself gives.")
BONUS = _law("bonus_node", "9.10", "A bonus crystal is declined or put on a free node.")

NO_TEMPLE = _law("not_on_a_temple", "8.1", "Curses are broken on the temple where the figure stands.")
BROKEN = _law("broken_once", "8.9", "One curse is broken in a turn.")
COLLECTED_NO_BREAK = _law("collected_no_break", "3.2", "After collecting no curse is broken in the same turn.")
COMMITTED = _law("committed_to_collect", "9.7", "A discounted exchange demands a Collect and forbids a Break.")
NO_CHAIN = _law("no_chain", "8.4", "No chain on the grid fits an open curse space of this temple.")
CURSE_SPACE = _law("no_curse_space", "8.2", "There is no curse space at this position.")
MARKED = _law("curse_marked", "8.5", "The curse space has a marker already.")
CHAIN_MISSING = _law("chain_missing", "8.10", "No chain on the grid fits this curse space.")
END_MISSING = _law("end_not_fitting", "8.3", "No chain on the grid fits from this end.")
CHAIN_NODE = _law("chain_broken", "8.4", "The chain goes on with a joined node that holds the demanded colour.")
EXTRA_CRYSTAL = _law("extra_crystal", "12.8", "The extra crystal lies on the grid outside the chain.")
RUNE_STACK = _law("rune_stack", "12.10", "Name this temple or a neighbouring one whose stack has a card.")
REWARD = _law("reward_node", "12.6", "A reward crystal is declined or put on a free node.")

MUST_ACT = _law("must_act", "3.4", "On this card a main action must be done before the turn ends.")
MUST_COLLECT = _law("must_collect", "9.7", "After a discounted exchange the turn ends only after a Collect.")
NOT_ITS_TIME = _law("wrong_step", "3.1", "This is not what the game asks for in this step.")

REFUSALS: tuple[Refusal, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Refusal))
