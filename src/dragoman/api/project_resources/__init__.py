"""Resources that the project and the provider interface share: projects, translation memories, term bases."""
