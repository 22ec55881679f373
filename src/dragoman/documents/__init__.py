"""Document translation jobs (D1–D8): submission, the workers' runs, downloads, and deletion after an hour."""
