"""What people read: deals told move by move, as lines of rich text."""

from conquian_tournaments.report.cards import card_face, deck_lines, faces, layout_faces
from conquian_tournaments.report.deal import tell_record
from conquian_tournaments.report.narrator import Narrator

__all__ = ["Narrator", "card_face", "deck_lines", "faces", "layout_faces", "tell_record"]
