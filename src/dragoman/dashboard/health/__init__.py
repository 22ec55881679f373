"""Health of the installation: queues, workers, engines, storage, versions, settings (V7)."""
