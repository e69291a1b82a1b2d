#!/usr/bin/python3
"""Fire in the Lake: who wins and in which order (6.1, 6.4.5, 7.1 to 7.3, 1.5), and what holds in
every Coup Round.

A rule case names the winner at most, so the whole ranking is read from `ludoforge engine` here.
"""

import itertools
import random

from harness import Engine, main

GAME = "fire-in-the-lake"
THRESHOLDS = {"US": 50, "ARVN": 50, "NVA": 18, "VC": 35}
TIE_ORDER = ["VC", "ARVN", "NVA", "US"]
ROUND = ["Victory", "Resources", "Support", "Redeploy", "Commitment", "Reset"]
# no Coup card to come: a Round with this deck is the final one
EVENTS_ONLY = ["card-105", "card-1"]

# A map on which the four totals can be set one by one. Without COIN pieces the ARVN total is the
# Patronage; Saigon gives the US 12, seven Provinces of population 2 give VC 28, and NVA Troops
# alone in a City control it.
EMPTY_MAP = """isCoupRound = true
vcResources = 0
arvnResources = 0
remove all pieces from spaces
for s in spaces: s.support = neutral
move all US pieces from available-US to out-of-play-US
saigon.support = activeSupport
for s in {binh-dinh, tay-ninh, kien-phong, kien-hoa-vinh-binh, kien-giang-an-xuyen, \
quang-tin-quang-ngai, quang-tri-thua-thien}: s.support = activeOpposition
"""
CITIES = [("saigon", 6), ("hue", 2), ("can-tho", 1), ("da-nang", 1), ("kontum", 1), ("qui-nhon", 1),
          ("cam-ranh", 1), ("an-loc", 1)]
NVA_BASES = ["north-vietnam", "north-vietnam", "central-laos", "central-laos", "southern-laos",
             "southern-laos", "the-fishhook"]
VC_BASES = ["binh-dinh", "binh-dinh", "tay-ninh", "tay-ninh", "kien-phong", "kien-phong",
            "kien-hoa-vinh-binh", "kien-hoa-vinh-binh", "kien-giang-an-xuyen"]


def position(margins):
    """The effects that give the four Factions these margins."""
    totals = {seat: THRESHOLDS[seat] + margin for seat, margin in margins.items()}
    lines = [f"move {totals['US'] - 12} US troops from out-of-play-US to available-US",
             f"patronage = {totals['ARVN']}"]
    lines += [f"place 1 NVA bases in {space}" for space in NVA_BASES]
    wanted = totals["NVA"] - len(NVA_BASES)
    for city, population in CITIES:
        if population <= wanted:
            lines.append(f"place 1 NVA troops in {city}")
            wanted -= population
    assert wanted == 0, margins
    lines += [f"place 1 VC bases in {space}" for space in VC_BASES[:totals["VC"] - 28]]
    return EMPTY_MAP + "\n".join(lines)


def enter(engine, phase, effects, deck=None, options=None):
    """A new game with the position set up and the phase entered; the answer says whether it is
    over."""
    members = {"deck": deck or EVENTS_ONLY, "options": options or {}}
    for answer in (engine.ask("new", seed=1, **members), engine.ask("do", effects=effects)):
        assert answer["ok"], answer
    answer = engine.ask("phase", id=phase)
    assert answer["ok"], answer
    return answer


def finish(engine, answer):
    """Ends every part of the phases that follow as soon as possible."""
    while not answer["over"]:
        options = [option["id"] for option in engine.ask("legal")["options"]]
        done = [option for option in options if option.endswith("Done") or option.endswith("Pass")]
        assert done, options
        answer = engine.ask("apply", option=done[0])
        assert answer["ok"], answer
    return answer["outcome"]


def ranked(margins):
    return sorted(margins, key=lambda seat: (-margins[seat], TIE_ORDER.index(seat)))


def all_margins(values):
    """Every way to give the four Factions one of these margins: with three values all patterns of
    two-, three- and four-way ties."""
    return [dict(zip(THRESHOLDS, chosen)) for chosen in itertools.product(values, repeat=4)]


def expect(outcome, ranking, margins=None):
    assert outcome["ranking"] == ranking and outcome["winner"] == ranking[0], (outcome, ranking)
    assert margins is None or outcome["margins"] == margins, (outcome, margins)


def check_rows_268_to_280_only_more_than_the_threshold_ends_the_game_in_6_1(_):
    engine = Engine(GAME)
    for margins in all_margins((-1, 0, 1)):
        answer = enter(engine, "coupVictory", position(margins), deck=[*EVENTS_ONLY, "card-128"])
        if max(margins.values()) > 0:
            assert answer["over"] and answer["phase"] == "coupVictory", (margins, answer)
            expect(answer["outcome"], ranked(margins), margins)
            # the winner's condition
            assert answer["outcome"]["checkpoint"] == f"{ranked(margins)[0].lower()}-victory", \
                (margins, answer)
        else:
            assert not answer["over"], (margins, answer)
    engine.close()


def check_rows_278_284_every_pattern_of_ties_in_the_final_ranking(_):
    engine = Engine(GAME)
    for margins in all_margins((-2, -1, 0)):
        outcome = finish(engine, enter(engine, "coupRedeploy", position(margins)))
        assert outcome["checkpoint"] == "final-coup-ranking", outcome
        expect(outcome, ranked(margins), margins)
    engine.close()


def check_examples_v1_to_v3_of_6_1(_):
    engine = Engine(GAME)
    assert not enter(engine, "coupVictory", position({"US": 0, "ARVN": -1, "NVA": 0, "VC": 0}),
                     deck=[*EVENTS_ONLY, "card-128"])["over"]
    two = enter(engine, "coupVictory", position({"US": 1, "ARVN": -5, "NVA": -4, "VC": 1}))
    expect(two["outcome"], ["VC", "US", "NVA", "ARVN"])
    three = enter(engine, "coupVictory", position({"US": -3, "ARVN": 3, "NVA": 2, "VC": -4}))
    expect(three["outcome"], ["ARVN", "NVA", "US", "VC"])
    engine.close()


def check_examples_f1_and_f2_and_corner_case_96(_):
    engine = Engine(GAME)
    for margins, ranking in (
        ({"US": -3, "ARVN": -4, "NVA": -3, "VC": -4}, ["NVA", "US", "VC", "ARVN"]),
        ({"US": 0, "ARVN": 0, "NVA": 0, "VC": 0}, ["VC", "ARVN", "NVA", "US"]),
        ({"US": 0, "ARVN": -1, "NVA": -1, "VC": -2}, ["US", "ARVN", "NVA", "VC"])):
        expect(finish(engine, enter(engine, "coupRedeploy", position(margins))), ranking, margins)
    engine.close()


def check_example_f3_support_bought_after_6_1_wins_the_final_ranking(_):
    engine = Engine(GAME)
    start = position({"US": 0, "ARVN": -9, "NVA": 0, "VC": 0})
    start += ("\nmove 1 US troops from out-of-play-US to da-nang\nplace 3 ARVN police in da-nang\n"
              "arvnResources = 30\naid = 40")
    answer = enter(engine, "coupVictory", start)
    assert not answer["over"] and answer["phase"] == "coupSupport", answer
    for option in ("coupPacifyUS", "Shift one level toward Active Support"):
        answer = engine.ask("apply", option=option)
        assert answer["ok"] and not answer["over"], answer
    outcome = finish(engine, answer)
    assert outcome["checkpoint"] == "final-coup-ranking" and outcome["margins"]["US"] == 2, outcome
    assert outcome["ranking"] == ["US", "VC", "NVA", "ARVN"], outcome
    engine.close()


def check_the_control_after_redeploy_counts_in_the_final_ranking(_):
    engine = Engine(GAME)
    start = position({"US": -2, "ARVN": -2, "NVA": -2, "VC": -2})
    # they must go; in Qui Nhon, of population 1, they are ARVN Control
    start += "\nplace 3 ARVN troops in loc-hue-da-nang"
    answer = enter(engine, "coupRedeploy", start)
    for option in ("qui-nhon", "3"):
        answer = engine.ask("apply", option=option)
        assert answer["ok"], answer
    expect(finish(engine, answer), ["ARVN", "VC", "NVA", "US"],
           {"US": -2, "ARVN": -1, "NVA": -2, "VC": -2})
    engine.close()


def check_row_158_the_final_round_leaves_casualties_and_markers_alone(_):
    engine = Engine(GAME)
    start = (position({"US": -2, "ARVN": -2, "NVA": -2, "VC": -2})
             + "\nmove 4 US troops from out-of-play-US to casualties-US\ntrail = 4")
    outcome = finish(engine, enter(engine, "coupRedeploy", start))
    assert outcome["margins"]["US"] == -2, outcome
    for expression, value in (("count(US troops in casualties-US)", 4), ("trail", 4),
                              ("isCoupRound", True), ("currentPhase", "coupRedeploy")):
        assert engine.ask("eval", expr=expression)["value"] == value, expression
    engine.close()


def check_6_0_the_final_coup_behind_another_one_ranks_at_once(_):
    engine = Engine(GAME)
    assert engine.ask("new", deck=["card-105", "card-125", "card-126", "card-1"])["ok"]
    effects = position({"US": -5, "ARVN": -1, "NVA": -2, "VC": -1}).replace(
        "isCoupRound = true\n", "")
    effects += "\nplace 1 NVA troops in phuoc-long"
    assert engine.ask("do", effects=effects)["ok"]
    answer = {"over": False}
    while not answer["over"]:
        legal = engine.ask("legal")
        options = [option["id"] for option in legal["options"]]
        choice = next((option for option in options
                       if option == "pass" or option.endswith("Done") or option.endswith("Pass")),
                      options[0])
        answer = engine.ask("apply", option=choice)
        assert answer["ok"], answer
    outcome = answer["outcome"]
    assert outcome["checkpoint"] == "final-coup-ranking", outcome
    expect(outcome, ranked(outcome["margins"]))
    for expression, value in (("coupCardsPlayed", 2), ("isCoupRound", False),
                              ("finalRanking", True), ("activeLeader", "youngTurks")):
        assert engine.ask("eval", expr=expression)["value"] == value, expression
    engine.close()


def check_1_5_one_player_with_both_coin_factions(_):
    engine = Engine(GAME)
    options = {"combinedPlayers": "coinTogether"}
    for us, arvn in itertools.product((-1, 0, 1, 2), repeat=2):
        margins = {"US": us, "ARVN": arvn, "NVA": -2, "VC": -3}
        answer = enter(engine, "coupVictory", position(margins), deck=[*EVENTS_ONLY, "card-128"],
                       options=options)
        assert answer["over"] == (us > 0 and arvn > 0), (margins, answer)
        joint = {**margins, "US": min(us, arvn), "ARVN": min(us, arvn)}
        final = finish(engine, enter(engine, "coupRedeploy", position(margins), options=options))
        expect(final, ranked(joint), joint)
    engine.close()


def check_1_5_one_player_with_both_insurgent_factions(_):
    engine = Engine(GAME)
    options = {"combinedPlayers": "insurgentTogether"}
    for nva, vc in itertools.product((-1, 0, 1, 2), repeat=2):
        margins = {"US": -1, "ARVN": -2, "NVA": nva, "VC": vc}
        answer = enter(engine, "coupVictory", position(margins), deck=[*EVENTS_ONLY, "card-128"],
                       options=options)
        assert answer["over"] == (nva > 0 or vc > 0), (margins, answer)
        if answer["over"]:
            better = {**margins, "NVA": max(nva, vc), "VC": max(nva, vc)}
            expect(answer["outcome"], ranked(better), better)
        worse = {**margins, "NVA": min(nva, vc), "VC": min(nva, vc)}
        expect(finish(engine, enter(engine, "coupRedeploy", position(margins), options=options)),
               ranked(worse), worse)
    engine.close()


def check_1_5_two_players(_):
    engine = Engine(GAME)
    options = {"combinedPlayers": "bothTogether"}
    margins = {"US": 2, "ARVN": -1, "NVA": 0, "VC": -2}
    assert not enter(engine, "coupVictory", position(margins), deck=[*EVENTS_ONLY, "card-128"],
                     options=options)["over"]
    outcome = finish(engine, enter(engine, "coupRedeploy", position(margins), options=options))
    expect(outcome, ["ARVN", "US", "VC", "NVA"], {"US": -1, "ARVN": -1, "NVA": -2, "VC": -2})
    engine.close()


def check_row_172_a_third_of_the_troop_casualties_rounded_down(_):
    engine = Engine(GAME)
    for casualties in range(13):
        assert engine.ask("new")["ok"]
        effects = (f"move {casualties} US troops from available-US to casualties-US\n"
                   "coup-process-casualties()")
        assert engine.ask("do", effects=effects)["ok"]
        out = engine.ask("eval", expr="count(US troops in out-of-play-US)")["value"] - 10
        home = engine.ask("eval", expr="count(US troops in available-US)")["value"] - 21
        assert (out, home) == (casualties // 3, -(casualties // 3)), (casualties, out, home)
    engine.close()


def check_rows_2_136_171_174_222_224_225_coup_rounds_of_random_games(_):
    """Each Round runs its phases in order, keeps its limits, and leaves a clean state."""
    engine, chance, rounds, finals = Engine(GAME), random.Random(6), 0, 0
    for scenario, seed in (("short", 1), ("short", 2), ("medium", 3), ("full", 4)):
        assert engine.ask("new", scenario=scenario, seed=seed)["ok"]
        answer, seen, phases, in_round = {"over": False}, 0, [], False
        while not answer["over"]:
            options = engine.ask("legal")["options"]
            answer = engine.ask("apply", option=chance.randrange(len(options)))
            assert answer["ok"], answer
            log = engine.ask("log", since=seen)
            seen = log["next"]
            for entry in log["entries"]:
                if entry["kind"] != "phase":
                    continue
                name = entry["text"].split()[1]
                if name == ROUND[0]:
                    in_round, phases = True, [name]
                elif in_round and name in ROUND:
                    phases.append(name)
                elif in_round:
                    assert phases == ROUND, phases
                    in_round, rounds, phases = False, rounds + 1, ["clean"]
            if phases == ["clean"] and not answer["over"]:
                phases = []
                for condition in ("trail >= 1", "no active guerrillas in spaces",
                                  "no active special-forces in spaces",
                                  "every f in seats where f.eligible",
                                  "terrorSabotageMarkersPlaced == 0",
                                  "coupUsTroopsMoved + coupUsBasesMoved == 0", "not controlFrozen"):
                    assert engine.ask("eval", expr=condition)["value"] is True, \
                        (scenario, seed, condition)
            if in_round and answer["phase"] == "coupCommitment":
                more_to_come = ("not is-final-coup() and any c in cards where c.isCoup and "
                                "(c in cardsIn(deck) or c in cardsIn(lookahead))")
                assert engine.ask("eval", expr=more_to_come)["value"]
        outcome = answer["outcome"]
        expect(outcome, ranked(outcome["margins"]))
        if outcome["checkpoint"] == "final-coup-ranking":
            finals += 1
            assert "Commitment" not in phases and "Reset" not in phases, phases
        else:
            assert max(outcome["margins"].values()) > 0 and answer["phase"] == "coupVictory", answer
    assert rounds > 3 and finals > 0, (rounds, finals)
    engine.close()


if __name__ == "__main__":
    main(globals())
