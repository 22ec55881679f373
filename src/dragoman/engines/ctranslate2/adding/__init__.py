"""Adding a model to the models directory: unpacked, recognised, loaded, measured, and only then put there.

`archives` unpacks, `staging` copies the files that are needed, `probes` and `measuring` translate test
sentences, `actions` does all of it.
"""
