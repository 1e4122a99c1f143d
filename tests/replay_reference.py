"""The 1996 search on a scripted tree, as plainly as it can be said.

It does what docs/search.md, sections 2 to 5, says, and `test_replay.py` compares the program with it.
It remembers nothing that can be worked out again: after every step it computes all values and
probabilities anew from the leaves. By hand: python tests/replay_reference.py TREE.json
"""

import json
import sys


class Node:
    def __init__(self, script, parent):
        self.name = script["name"]
        self.parent = parent
        self.depth = 0 if parent is None else parent.depth + 1
        self.is_players = self.depth % 2 == 0
        self.script = script
        self.is_finished = script.get("children") == []
        self.children = []  # those the search knows of
        self.asked = set()  # the bounds the script was asked for

    # Section 2: values.

    def own_bound(self, bound):
        """Probed, or else inherited; a real outside an inherited bound moves it."""
        real = self.script["real"]
        if self.is_finished:
            return real
        if bound in self.asked and bound in self.script:
            return self.script[bound]
        inherited = self.parent.own_bound(bound) if self.parent else None
        if inherited is None:
            return None
        return max(inherited, real) if bound == "opt" else min(inherited, real)

    def real(self):
        if not self.children:
            return self.script["real"]
        reals = [child.real() for child in self.children]
        # After a Player's move the Opponent is to move.
        return min(reals) if self.is_players else max(reals)

    def bound(self, bound):
        """None where it is not known. For a child whose bound is not known, the real value counts."""
        if not self.children:
            return self.own_bound(bound)
        if all(child.bound(bound) is None for child in self.children):
            return None
        bounds = [child.bound_or_real(bound) for child in self.children]
        return min(bounds) if self.is_players else max(bounds)

    def bound_or_real(self, bound):
        value = self.bound(bound)
        return self.real() if value is None else value

    # Section 3: probabilities.

    def probability(self, phase, target):
        if not self.children:
            real = self.real()
            if phase == "select":
                opt = self.bound_or_real("opt")
                return 1.0 if real >= target else 0.0 if opt <= target else (opt - target) / (opt - real)
            pess = self.bound_or_real("pess")
            return 1.0 if real <= target else 0.0 if pess >= target else (target - pess) / (real - pess)
        below = [child.probability(phase, target) for child in self.children]
        player_is_to_move = not self.is_players
        forcer_is_to_move = player_is_to_move == (phase == "select")
        if forcer_is_to_move:
            return max(below)
        product = 1.0
        for probability in below:
            product *= probability
        return product

    def subtree(self):
        yield self
        for child in self.children:
            yield from child.subtree()


class ScriptEnded(Exception):
    pass


class Reference:
    def __init__(self, tree):
        self.tree = tree
        self.min_act = tree.get("min_act", 0.15)
        self.root = []
        self.heard = []
        self.lines = []

    def is_likely(self, probability):
        # MinAct 0 stands for anything above 0: what cannot succeed is never worth a search.
        return probability >= self.min_act and probability > 0

    # What is printed.

    def say(self, kind, **fields):
        self.lines.append({"type": kind, **fields})

    def dump(self, after, phase, target, selected=None):
        for node in self.heard:
            is_concerned = target is not None
            if phase == "verify":
                is_concerned = node is not selected and any(node is other for other in selected.subtree())
            self.say(
                "node",
                after=after,
                name=node.name,
                real=node.real(),
                opt=node.bound("opt"),
                pess=node.bound("pess"),
                probability=node.probability(phase, target) if is_concerned else None,
            )

    # Section 5: the phases.

    def run(self):
        self.say("expand", node="root", phase="select", target=None)
        self.root = self.hear(self.tree["root"], None, "select")
        if len(self.root) == 1:
            self.dump("root", "select", None)
            self.say("done", best=self.root[0].name, reason="forced")
            return self.lines
        try:
            after = "root"
            while True:
                best = self.select(after)
                if self.verify(best):
                    self.say("done", best=best.name, reason="verified")
                    return self.lines
                self.say("refuted", selected=best.name)
                after = "select"
                for node in self.heard:
                    if node.is_players:
                        node.asked.add("opt")
        except ScriptEnded:
            return self.lines

    def select(self, after):
        while True:
            best = first_with_highest(self.root, Node.real)
            others = [node for node in self.root if node is not best]
            if all(best.real() >= other.bound_or_real("opt") for other in others):
                self.dump(after, "select", None)
                return best
            target = self.target(best, others)
            self.dump(after, "select", target)
            if not any(self.is_likely(other.probability("select", target)) for other in others):
                return best
            after = self.expand(self.root, "select", target, best)

    def target(self, best, others):
        """Section 4."""
        real = best.real()
        rival = sorted((node.bound_or_real("opt") for node in self.root), reverse=True)[1]
        target = (rival + real) / 2
        if target <= real:
            target = (max(other.bound_or_real("opt") for other in others) + real) / 2
        while not any(self.is_likely(node.probability("select", target)) for node in self.root) and target - real >= 1:
            target = (target + real) / 2
        return target

    def verify(self, selected):
        """Did the move pass?"""
        second = max(node.real() for node in self.root if node is not selected)
        target = float(second - 1)
        self.say("verify", selected=selected.name, target=target)
        for node in selected.subtree():
            if not node.is_players:
                node.asked.add("pess")
        after = "verify"
        while True:
            self.dump(after, "verify", target, selected)
            if selected.real() <= target:
                return False
            if selected.is_finished:
                return True
            if not selected.children:
                after = self.expand([selected], "verify", target, selected)
                continue
            if not any(self.is_likely(reply.probability("verify", target)) for reply in selected.children):
                return True
            after = self.expand(selected.children, "verify", target, selected)

    def expand(self, first, phase, target, best):
        """Descends from the likeliest of the first and expands what it comes to."""
        node = first_with_highest(first, lambda node: node.probability(phase, target))
        while node.children:
            forcer_is_to_move = (not node.is_players) == (phase == "select")
            if forcer_is_to_move:
                node = first_with_highest(node.children, lambda child: child.probability(phase, target))
            elif phase == "select":
                node = first_with_highest(node.children, lambda child: -child.real())
            else:
                node = first_with_highest(node.children, Node.real)
        assert not node.is_finished, "a finished game has nothing to expand"
        if "children" not in node.script:
            self.say("done", best=best.name, reason="script-ended", node=node.name)
            raise ScriptEnded
        self.say("expand", node=node.name, phase=phase, target=target)
        node.children = self.hear(node.script["children"], node, phase)
        return node.name

    def hear(self, scripts, parent, phase):
        """Children get a real value always, and the Forcer's bound if they are Forcer's moves."""
        children = [Node(script, parent) for script in scripts]
        for child in children:
            if child.is_players and phase == "select":
                child.asked.add("opt")
            if not child.is_players and phase == "verify":
                child.asked.add("pess")
        self.heard += children
        return children


def first_with_highest(nodes, key):
    return max(nodes, key=key)  # of equals, Python takes the first


def replay(tree):
    """What `bstar-lab replay --json` has to print."""
    return Reference(tree).run()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in replay(json.load(file)):
            print(json.dumps(line))
