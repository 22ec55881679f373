"""`python -m dragoman_client`: the command `dragoman`."""

from dragoman_client.commands import main

if __name__ == "__main__":
    main()
