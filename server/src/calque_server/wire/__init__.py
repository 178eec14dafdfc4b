"""The wires that programs speak."""
