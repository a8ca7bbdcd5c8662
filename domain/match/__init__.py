"""The match: one played instance of a game, one aggregate, one stream of events.

state       what is known of a match between two commits
events      what happens to a match itself (seats, start, take-backs, the end)
commit      the events of one command with their meta, and how they are applied
lobby       create, take and leave seats, start, abandon
moves       an accepted action, its preview, the precondition
takebacks   by the information rule or by consent
resigning   a seat gives up
stream      stored bytes to events, upcasts
fold        a match from its commits
verify      chain, table hashes and draws, checked again
"""
