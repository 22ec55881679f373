"""The process of one neural model: it imports CTranslate2 and SentencePiece, and little of the service.

`program` is its beginning, `protocol` and `frames` the messages, `decoding_queue` decides what is decoded
together, `decoding` calls the model, `guards` and `terms` judge what comes, `dividing` and `text_jobs` divide
texts and join their translations. `dragoman.engines.ctranslate2` is the service's side.
"""
