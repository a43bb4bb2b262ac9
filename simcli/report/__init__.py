"""The balance report: sections out of answers, written as one HTML page, Markdown, JSON, CSV, PNG
and PDF."""
