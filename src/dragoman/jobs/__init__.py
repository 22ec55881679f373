"""Background jobs: `queue` puts messages into the database, `runner` runs what `dragoman.worker` lists."""
