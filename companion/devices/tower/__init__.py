"""The dice tower on a USB cable: frames, the conversation, the port."""
