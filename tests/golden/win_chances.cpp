// Golden chances of winning, worked out without the package: rules written anew, scalar loops, and
// histograms of the points to come instead of characteristic functions.
//
//     g++ -O2 -o win_chances win_chances.cpp && ./win_chances < positions.txt
//
// A position is a line: the number of players, then of each the points in the 13 boxes from the ones
// to chance (-1 for an open box) and how many Yahtzee bonuses were earned. For each the share of the
// win of every player is written, before the turn of the first, if all play for points.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <unordered_map>
#include <vector>

typedef std::array<int, 6> Dice;  // how many dice of each face
struct Keep { int size; int more[6]; std::vector<int> fewer; Dice dice; };

static std::vector<Keep> keeps;
static std::vector<int> rolls;  // the keeps of five dice
static std::vector<double> chance;

static void list_keeps() {
    std::map<Dice, int> number;
    std::vector<Dice> all;
    for (int size = 0; size <= 5; size++) {
        Dice d;
        for (d[0] = 0; d[0] <= size; d[0]++)
        for (d[1] = 0; d[1] <= size; d[1]++)
        for (d[2] = 0; d[2] <= size; d[2]++)
        for (d[3] = 0; d[3] <= size; d[3]++)
        for (d[4] = 0; d[4] <= size; d[4]++) {
            d[5] = size - d[0] - d[1] - d[2] - d[3] - d[4];
            if (d[5] >= 0) { number[d] = (int)all.size(); all.push_back(d); }
        }
    }
    for (const Dice& d : all) {
        Keep keep;
        keep.dice = d;
        keep.size = 0;
        for (int face = 0; face < 6; face++) keep.size += d[face];
        for (int face = 0; face < 6; face++) {
            Dice other = d;
            other[face]++;
            keep.more[face] = keep.size < 5 ? number[other] : -1;
            other[face] -= 2;
            if (other[face] >= 0) keep.fewer.push_back(number[other]);
        }
        if (keep.size == 5) {
            rolls.push_back((int)keeps.size());
            double ways = 120;
            for (int face = 0; face < 6; face++)
                for (int k = 2; k <= d[face]; k++) ways /= k;
            chance.push_back(ways / 7776);
        }
        keeps.push_back(keep);
    }
}

static int plain_points(const Dice& d, int box) {
    int sum = 0, most = 0, run = 0, longest = 0;
    bool two = false, three = false;
    for (int face = 0; face < 6; face++) {
        sum += d[face] * (face + 1);
        most = std::max(most, d[face]);
        two |= d[face] == 2;
        three |= d[face] == 3;
        run = d[face] ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    if (box < 6) return d[box] * (box + 1);
    switch (box) {
        case 6: return most >= 3 ? sum : 0;
        case 7: return most >= 4 ? sum : 0;
        case 8: return two && three ? 25 : 0;
        case 9: return longest >= 4 ? 30 : 0;
        case 10: return longest >= 5 ? 40 : 0;
        case 11: return most == 5 ? 50 : 0;
    }
    return sum;
}

// Points of a roll in a box, or -1 where it may not be scored; `filled` has a bit for each box.
static int points_in(const Dice& d, int box, int filled) {
    if (filled >> box & 1) return -1;
    int face = -1;
    for (int f = 0; f < 6; f++) if (d[f] == 5) face = f;
    if (face < 0 || !(filled >> 11 & 1)) return plain_points(d, box);
    if (!(filled >> face & 1)) return box == face ? 5 * (face + 1) : -1;
    bool lower_open = (filled >> 6) != 127;
    if (box < 6) return lower_open ? -1 : plain_points(d, box);
    if (box == 8) return 25;
    if (box == 9) return 30;
    if (box == 10) return 40;
    return plain_points(d, box);
}

struct Ending { int after; int gain; };

static int key(int filled, int upper, int armed) { return (filled * 64 + upper) * 2 + armed; }

static std::vector<double> value(8192 * 128, 0);
static std::unordered_map<int, std::vector<float>> older, newer;
static std::unordered_map<int, std::vector<float>> wanted;

static void work_out(int filled, int upper, int armed) {
    static std::vector<double> worth(462), best(462), mass(462), odds(462);
    static std::array<std::vector<int>, 3> choice;
    static std::vector<Ending> ending(252);
    for (auto& each : choice) each.assign(462, 0);
    for (size_t at = 0; at < rolls.size(); at++) {
        const Dice& d = keeps[rolls[at]].dice;
        double most = -1;
        for (int box = 0; box < 13; box++) {
            int points = points_in(d, box, filled);
            if (points < 0) continue;
            bool alike = *std::max_element(d.begin(), d.end()) == 5;
            int bonus = alike && armed ? 100 : 0;
            int up = box < 6 ? std::min(63, upper + points) : upper;
            int arms = armed || (box == 11 && points == 50);
            int after = key(filled | 1 << box, up, arms);
            double found = points + bonus + value[after];
            if (found > most + 1e-9) {
                most = found;
                ending[at] = {after, points + bonus};
            }
        }
        worth[rolls[at]] = most;
    }
    for (int left = 1; left <= 2; left++) {
        // `worth` of a roll is with one roll fewer; then every keep is the mean over one more die.
        for (int k = rolls[0] - 1; k >= 0; k--) {
            double sum = 0;
            for (int face = 0; face < 6; face++) sum += worth[keeps[k].more[face]];
            worth[k] = sum / 6;
        }
        for (int k = 0; k < 462; k++) {
            best[k] = worth[k];
            choice[left][k] = k;
            for (int fewer : keeps[k].fewer)
                if (best[fewer] > best[k] + 1e-9) {
                    best[k] = best[fewer];
                    choice[left][k] = choice[left][fewer];
                }
        }
        for (int roll : rolls) worth[roll] = best[roll];
    }
    double expected = 0;
    for (size_t at = 0; at < rolls.size(); at++) {
        expected += chance[at] * worth[rolls[at]];
        odds[rolls[at]] = chance[at];
    }
    int here = key(filled, upper, armed);
    value[here] = expected;
    for (int left = 2; left >= 1; left--) {
        std::fill(mass.begin(), mass.end(), 0);
        for (int roll : rolls) mass[choice[left][roll]] += odds[roll];
        for (int k = 0; k < rolls[0]; k++)
            for (int face = 0; face < 6; face++) mass[keeps[k].more[face]] += mass[k] / 6;
        for (int roll : rolls) odds[roll] = mass[roll];
    }
    std::map<std::pair<int, int>, double> ends;
    for (size_t at = 0; at < rolls.size(); at++)
        ends[{ending[at].after, ending[at].gain}] += odds[rolls[at]];
    std::vector<double> sum;
    for (auto& end : ends) {
        const std::vector<float>& after = older.at(end.first.first);
        size_t size = after.size() + end.first.second;
        if (size > sum.size()) sum.resize(size, 0);
        for (size_t k = 0; k < after.size(); k++)
            sum[k + end.first.second] += end.second * after[k];
    }
    // What is left out of the tail is less than one part in a thousand million.
    double tail = 0;
    size_t size = sum.size();
    while (size > 1 && tail + sum[size - 1] < 1e-9) tail += sum[--size];
    newer[here] = std::vector<float>(sum.begin(), sum.begin() + size);
}

int main() {
    list_keeps();
    struct Card { int state, written, open; };
    std::vector<std::vector<Card>> positions;
    int players;
    while (std::scanf("%d", &players) == 1) {
        std::vector<Card> cards;
        for (int p = 0; p < players; p++) {
            Card card = {0, 0, 0};
            int filled = 0, upper = 0, armed = 0, points, bonuses;
            for (int box = 0; box < 13; box++) {
                if (std::scanf("%d", &points) != 1) return 1;
                if (points < 0) { card.open++; continue; }
                filled |= 1 << box;
                card.written += points;
                if (box < 6) upper += points;
                if (box == 11) armed = points == 50;
            }
            if (std::scanf("%d", &bonuses) != 1) return 1;
            card.written += 100 * bonuses;
            card.state = key(filled, std::min(63, upper), armed);
            wanted[card.state];
            cards.push_back(card);
        }
        positions.push_back(cards);
    }
    // Every upper total from 0 to 63 is worked out, also those that no dice lead to.
    for (int open = 0; open <= 13; open++) {
        newer.clear();
        for (int filled = 0; filled < 8192; filled++) {
            if (13 - __builtin_popcount(filled) != open) continue;
            int most = 0;
            for (int face = 0; face < 6; face++) if (filled >> face & 1) most += 5 * (face + 1);
            for (int upper = 0; upper <= std::min(63, most); upper++)
                for (int armed = 0; armed <= (filled >> 11 & 1); armed++) {
                    if (open) { work_out(filled, upper, armed); continue; }
                    int bonus = upper == 63 ? 35 : 0;
                    value[key(filled, upper, armed)] = bonus;
                    std::vector<float> sure(bonus + 1, 0);
                    sure[bonus] = 1;
                    newer[key(filled, upper, armed)] = sure;
                }
        }
        for (auto& each : wanted) {
            auto found = newer.find(each.first);
            if (found != newer.end()) each.second = found->second;
        }
        std::swap(older, newer);
        std::fprintf(stderr, "%d open: %zu states\n", open, older.size());
    }
    std::fprintf(stderr, "value %.7f\n", value[0]);
    for (auto& cards : positions) {
        std::vector<std::vector<double>> totals;
        for (auto& card : cards) {
            std::vector<double> odds(4096, 0);
            const std::vector<float>& to_come = wanted[card.state];
            for (size_t k = 0; k < to_come.size(); k++) odds[card.written + k] = to_come[k];
            totals.push_back(odds);
        }
        double whole = 0;
        std::vector<double> shares;
        for (size_t me = 0; me < cards.size(); me++) {
            std::vector<double> below(cards.size(), 0);
            double share = 0;
            for (int total = 0; total < 4096; total++) {
                // The odds that as many others have this total, and none has more.
                std::vector<double> level(cards.size() + 1, 0);
                level[0] = 1;
                for (size_t p = 0; p < cards.size(); p++) {
                    if (p == me) continue;
                    for (size_t k = cards.size(); k > 0; k--)
                        level[k] = level[k] * below[p] + level[k - 1] * totals[p][total];
                    level[0] *= below[p];
                }
                for (size_t k = 0; k < cards.size(); k++)
                    share += totals[me][total] * level[k] / (k + 1);
                for (size_t p = 0; p < cards.size(); p++) below[p] += totals[p][total];
            }
            shares.push_back(share);
            whole += share;
        }
        for (double share : shares) std::printf("%.7f ", share / whole);
        std::printf("\n");
    }
}
