"""The codec: the only place that turns values of the game into messages and back."""
