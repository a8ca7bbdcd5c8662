"""What every game shares and what knows no game.

values    the four kinds of frozen struct a game is made of
secrecy   who may see a field, and the one redactor
chance    verifiable draws
forms     how an action is asked for, and everything derived from that
draft     events that are evolved as they are decided
game      the contract a game fulfils
codec     tagged values to bytes and back, hashes
errors    refusals
"""
