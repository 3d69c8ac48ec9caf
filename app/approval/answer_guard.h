// When an answer counts: against keys and clicks that were meant for something else, and against a card that changes
// under the hand. Pure: times come in as milliseconds of one steady clock, nothing is shown.
//
// Allow counts only when the same card has stood still for a while and the input began after that. Deny never waits, but
// not every input may deny either. Return, Space, letters and digits never reach this: only a click and the two chords do.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

namespace leadglass::app {

enum class AnswerKind { Deny, Allow };

// Why an input did not count: who gave it is told, or believes that the buttons do nothing.
enum class Swallowed {
    No,
    GaveFocus,    // the press brought the window to the front
    TooEarly,     // Allow cannot be given yet
    WaitsForChord, // nor by waiting, but by its chord
    AfterAnswer,  // less than kAfterAnswer after the last one
    KeyHeld,      // since before the card came, or before Allow could be given
    CardChanged,  // between press and release
};

class AnswerGuard {
public:
    using Ms = std::int64_t;
    static constexpr Ms kArms = 800;          // a card that is shown, until Allow can be given
    static constexpr Ms kArmsDangerous = 2000;
    static constexpr Ms kAfterAnswer = 300;   // after an answer nothing counts: the second half of a double click

    // Allow does not arm by time alone, but by arm() once that time is over.
    void setArmsByChord(bool on) { m_byChord = on; }
    // A card is shown, another one, or the same with other content.
    void show(Ms now, bool dangerous);
    // The window moved, changed its size, got or lost the focus, or was covered: it is read anew.
    void disturb(Ms now);
    void hide();
    void answered(Ms now);

    [[nodiscard]] bool shown() const { return m_armsAt.has_value(); }
    [[nodiscard]] bool armed(Ms now) const { return ripe(now) && (!m_byChord || (m_chordAt && now >= *m_chordAt + kAfterAnswer)); }
    [[nodiscard]] bool waitsForChord() const { return m_byChord && !m_chordAt; }
    [[nodiscard]] Ms armsAt() const; // precondition: shown(), not waitsForChord()
    // How long Allow could have been given; 0: it cannot.
    [[nodiscard]] Ms armedFor(Ms now) const { return !armed(now) ? 0 : now - (m_byChord ? *m_chordAt + kAfterAnswer : armsAt()); }

    // ---- mouse ----------------------------------------------------------------------------
    // `activates`: this press gave the window the focus.
    Swallowed pressed(AnswerKind kind, bool activates, Ms now);
    // True: the click counts. It does only where its press did, on the same card.
    bool released(AnswerKind kind, Ms now);

    // ---- keyboard --------------------------------------------------------------------------
    // Every key of the application, so that one that is held when a card comes is known.
    void keyDown(int key, bool repeat, Ms now);
    void keyUp(int key, bool repeat);
    // Another program has the keyboard: what is released there is not seen here.
    void keysLost();
    // True: the chord counts; called after keyDown() of its last key.
    [[nodiscard]] bool chord(AnswerKind kind, int key, bool repeat, Ms now) const { return shown() && whyNot(kind, key, repeat, now) == Swallowed::No; }
    [[nodiscard]] Swallowed whyNot(AnswerKind kind, int key, bool repeat, Ms now) const;

    // True: this chord arms; it answers nothing. Called as chord().
    bool arm(int key, bool repeat, Ms now);

    // ---- assistive technology, which names the button it presses -----------------------------
    [[nodiscard]] bool invoked(AnswerKind kind, Ms now) const { return shown() && whyNot(kind, now) == Swallowed::No; }

    // Of any input but one that gives the window the focus. No: it counts, or there is no card.
    [[nodiscard]] Swallowed whyNot(AnswerKind kind, Ms now) const;

private:
    struct Press {
        AnswerKind kind;
        std::uint64_t card;
    };
    [[nodiscard]] bool ripe(Ms now) const { return m_armsAt && now >= *m_armsAt && now >= m_quietUntil; }

    std::optional<Ms> m_armsAt;
    bool m_byChord = false;
    std::optional<Ms> m_chordAt; // armed by the chord then
    Ms m_delay = kArms;
    Ms m_quietUntil = 0;
    std::uint64_t m_card = 0;      // grows with every change that arms anew
    std::optional<Press> m_press;  // one that counts
    std::set<int> m_down;          // keys that are held
    std::set<int> m_held;          // and were so when the card came, or an answer was given
    std::set<int> m_early;         // and were pressed before Allow could be given
};

} // namespace leadglass::app
