"""The evidence judge in Python, rule by rule as docs/semantics.md section 7 has them: the oracle of `seedc judge`."""
import re

QUALITY_EXPLICIT = 1.0
QUALITY_CONTEXTUAL = 0.7
QUALITY_WEAK = 0.4
QUALITY_INAPPROPRIATE = 0.0


def evaluate_evidence_quality(classification, call_judge, batch_size, noun="Email"):
    """`call_judge()` gives the judge's answer, or raises what failed."""
    reasoning = classification.get("reasoning", "")
    numbers = classification.get(noun.lower() + "_numbers", [])

    def hallucination(cited):
        return {
            "is_valid": False,
            "quality_score": 0.0,
            "evidence_type": "inappropriate",
            "issue": f"HALLUCINATION: Reasoning cites {cited} but batch only contains {batch_size} {noun.lower()}s.",
        }

    if batch_size and numbers:
        max_cited = max(numbers)
        if max_cited > batch_size:
            return hallucination(f"{noun} {max_cited}")
    for ref in re.findall(rf"\b{noun}\s+(\d+)\b", reasoning, re.IGNORECASE):
        if int(ref) > batch_size:
            return hallucination(f"'{noun} {int(ref)}'")

    try:
        answer = call_judge()
        quality_score = float(answer.get("quality_score", 0.0))
        quality_score = max(0.0, min(1.0, quality_score))
        evidence_type = answer.get("evidence_type", "unknown")
        if quality_score == 0.0:
            quality_map = {
                "explicit": QUALITY_EXPLICIT,
                "contextual": QUALITY_CONTEXTUAL,
                "weak": QUALITY_WEAK,
                "inappropriate": QUALITY_INAPPROPRIATE,
            }
            quality_score = quality_map.get(evidence_type, 0.0)
        is_valid = answer.get("is_valid")
        return {
            "is_valid": is_valid if isinstance(is_valid, bool) else quality_score > 0,
            "quality_score": quality_score,
            "evidence_type": evidence_type if isinstance(evidence_type, str) else "unknown",
            "issue": answer.get("issue") or "",
        }
    except Exception as error:
        return {"is_valid": True, "quality_score": 0.7, "evidence_type": "unknown", "issue": f"Judge error: {error}"}


def adjust_confidence_with_evidence_quality(classification, evaluation):
    original_conf = classification["confidence"]
    quality_score = evaluation["quality_score"]
    evidence_type = evaluation["evidence_type"]
    adjusted_conf = original_conf * quality_score
    if evidence_type == "contextual" and 0.6 <= quality_score <= 0.8:
        adjusted_conf = original_conf * min(0.85, quality_score + 0.15)
    elif evidence_type == "weak" and 0.3 <= quality_score <= 0.5:
        adjusted_conf = original_conf * min(0.65, quality_score + 0.25)
    adjusted = dict(classification, confidence=adjusted_conf, original_confidence=original_conf)
    adjusted["evidence_quality"] = quality_score
    adjusted["evidence_type"] = evidence_type
    if evaluation["issue"]:
        adjusted["evidence_issue"] = evaluation["issue"]
    return adjusted


def should_block_classification(quality_score, threshold=0.15):
    return quality_score < threshold
