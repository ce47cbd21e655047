"""What a question says, word by word, whatever graph it is asked of."""
