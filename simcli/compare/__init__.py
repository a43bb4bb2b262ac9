"""Which of two strategies is better, with few games and known error rates: the sequential
comparison, its gates, outputs and stored baselines."""
