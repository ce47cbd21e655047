"""How well questions that mix words, numbers and structure are answered (paper 003, §3)."""
