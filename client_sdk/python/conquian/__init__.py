"""Write a Conquian bot: a class with one method, and `conquian.run`."""
