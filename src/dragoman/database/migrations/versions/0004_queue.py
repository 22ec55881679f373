"""The queue's tables and functions: the second part, and the application role's rights."""

from __future__ import annotations

import importlib
from typing import Final

from dragoman.database.migrations.queue import drop_queue, grant_queue, run_files

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

FILES: Final = (
    "02.08.00_01_add_additional_params_to_retry_job.sql",
    "02.14.01_01_add_indexes_for_fetch_job.sql",
    "03.00.00_01_pre_cancel_notification.sql",
    "03.00.00_50_post_cancel_notification.sql",
    "03.01.00_01_pre_add_heartbeat.sql",
    "03.01.00_50_post_add_heartbeat.sql",
    "03.02.00_01_pre_batch_defer_jobs.sql",
    "03.02.00_50_post_batch_defer_jobs.sql",
    "03.03.00_01_pre_priority_lock_fetch_job.sql",
    "03.04.00_01_pre_add_retry_failed_job_procedure.sql",
    "03.04.00_50_post_add_retry_failed_job_procedure.sql",
)


def upgrade() -> None:
    """Bring the queue from version 2.6 to 3.10."""
    run_files(FILES)
    grant_queue()


def downgrade() -> None:
    """Make it anew as it was before, without its jobs."""
    drop_queue()
    importlib.import_module("dragoman.database.migrations.versions.0003_queue").upgrade()
