"""The sections of the report, one file each: from answers to findings, figures and tables."""
