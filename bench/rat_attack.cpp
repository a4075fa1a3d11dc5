// Random games of Rat Attack by hand in C++, as a yardstick for the compiled rules in src/ratskeller/games/rat_attack/rules.py.
// The same loop and the same algorithm: the full legal list (or the list of outcomes) is built at every ply, where a tile
// fits is kept up to date around the tile just placed, and one entry is drawn at random.
//
//   rat_attack TILES perft DEPTH        prints the number of move sequences of each length
//   rat_attack TILES play GAMES SEED    prints plies, seconds of CPU time, mean plies, mean score of red, mean score of green
//
// TILES is a file with three numbers a line, the faces of a tile, the start tile first.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr int kSize = 64, kMiddle = 32, kMostTiles = 62, kFirstPlacing = 1024, kMostCells = 3 * (kMostTiles + 1);
constexpr int kRowStride = kSize, kDirectionStride = kSize * kRowStride, kTileStride = 4 * kDirectionStride;
constexpr int kRowStep[4] = {0, 1, 0, -1}, kColumnStep[4] = {1, 0, -1, 0};
constexpr int kOver = -1, kChance = 0;

struct State {
  int8_t to_act = kChance;
  int32_t ply = 0, scores[2] = {0, 0};
  double returns[2] = {0, 0};
  uint8_t tiles[kMostTiles + 1][3] = {};
  uint8_t rats_to_lose = 3, turn = 1, hand[2] = {0, 0};
  uint64_t stock = 0;
  uint8_t height[kSize][kSize] = {}, tile[kSize][kSize] = {}, face[kSize][kSize] = {};
  int16_t shown[11] = {};
  uint64_t level[2][kSize] = {}, joined[2][kSize] = {}, spots[2][kSize] = {}, covered[kSize] = {};
};

uint64_t touching(const State& s, int row) {
  uint64_t near = s.covered[row] << 1 | s.covered[row] >> 1;
  if (row > 0) near |= s.covered[row - 1];
  if (row < kSize - 1) near |= s.covered[row + 1];
  return near;
}

void renew_spots(State& s, int top, int bottom) {
  for (int r = std::max(top - 1, 0); r <= std::min(bottom + 1, kSize - 1); ++r) {
    const uint64_t flat = s.level[0][r] & s.level[0][r] >> 1 & ~uint64_t{0} >> 2, covered = s.covered[r];
    uint64_t near = touching(s, r);
    near |= near >> 1 | near >> 2;
    const uint64_t one_tile = s.joined[0][r] & s.joined[0][r] >> 1;
    s.spots[0][r] = flat & ((~covered & near) | (covered & ~one_tile));
  }
  for (int r = std::max(top - 3, 0); r <= std::min(bottom + 1, kSize - 3); ++r) {
    const uint64_t flat = s.level[1][r] & s.level[1][r + 1], covered = s.covered[r];
    const uint64_t near = touching(s, r) | touching(s, r + 1) | touching(s, r + 2);
    const uint64_t one_tile = s.joined[1][r] & s.joined[1][r + 1];
    s.spots[1][r] = flat & ((~covered & near) | (covered & ~one_tile));
  }
}

void compare(State& s, int line, int r, int c) {
  if (r < 0 || c < 0 || r + line >= kSize || c + 1 - line >= kSize) return;
  const uint64_t bit = uint64_t{1} << c;
  s.level[line][r] &= ~bit;
  s.joined[line][r] &= ~bit;
  if (s.height[r][c] == s.height[r + line][c + 1 - line]) {
    s.level[line][r] |= bit;
    if (s.tile[r][c] == s.tile[r + line][c + 1 - line]) s.joined[line][r] |= bit;
  }
}

void lay(State& s, int tile, int direction, int row, int column) {
  for (int k = 0; k < 3; ++k) {
    const int r = row + k * kRowStep[direction], c = column + k * kColumnStep[direction];
    if (s.height[r][c]) --s.shown[s.face[r][c]];
    ++s.height[r][c];
    s.tile[r][c] = tile;
    s.face[r][c] = s.tiles[tile][k];
    ++s.shown[s.face[r][c]];
    s.covered[r] |= uint64_t{1} << c;
  }
  for (int k = 0; k < 3; ++k) {
    const int r = row + k * kRowStep[direction], c = column + k * kColumnStep[direction];
    compare(s, 0, r, c);
    compare(s, 0, r, c - 1);
    compare(s, 1, r, c);
    compare(s, 1, r - 1, c);
  }
  const int last_row = row + 2 * kRowStep[direction];
  renew_spots(s, std::min(row, last_row), std::max(row, last_row));
}

bool is_spice(int face) { return face != 0 && face != 5 && face != 10; }

bool contains(const int* cells, int start, int stop, int cell) {
  for (int k = start; k < stop; ++k)
    if (cells[k] == cell) return true;
  return false;
}

int score_group(State& s, int row, int column, int* cells, int n) {
  const int face = s.face[row][column];
  if (!is_spice(face) || contains(cells, 0, n, row * kSize + column)) return n;
  int end = n + 1;
  cells[n] = row * kSize + column;
  for (int k = n; k < end; ++k) {
    const int r = cells[k] / kSize, c = cells[k] % kSize;
    for (int d = 0; d < 4; ++d) {
      const int nr = r + kRowStep[d], nc = c + kColumnStep[d];
      if (nr < 0 || nr >= kSize || nc < 0 || nc >= kSize || s.face[nr][nc] != face) continue;
      if (!contains(cells, n, end, nr * kSize + nc)) cells[end++] = nr * kSize + nc;
    }
  }
  s.scores[(face - 1) / 5] += std::min(end - n - 1, 2);
  return end;
}

bool has_partner(const State& s, int row, int column) {
  const int face = s.face[row][column];
  if (!is_spice(face)) return false;
  for (int d = 0; d < 4; ++d) {
    const int r = row + kRowStep[d], c = column + kColumnStep[d];
    if (r >= 0 && r < kSize && c >= 0 && c < kSize && s.face[r][c] == face) return true;
  }
  return false;
}

void score_tile(State& s, int direction, int row, int column) {
  const int dr = kRowStep[direction], dc = kColumnStep[direction];
  if (!has_partner(s, row, column) && !has_partner(s, row + dr, column + dc) &&
      !has_partner(s, row + 2 * dr, column + 2 * dc))
    return;
  int cells[kMostCells], n = 0;
  for (int k = 0; k < 3; ++k) n = score_group(s, row + k * dr, column + k * dc, cells, n);
}

void end_turn(State& s) {
  int winner = 0;
  if (s.shown[s.turn * 5] >= s.rats_to_lose) {
    winner = 3 - s.turn;
  } else if (s.stock) {
    s.turn = 3 - s.turn;
    s.to_act = kChance;
    return;
  } else {
    int cells[kMostCells], n = 0;
    for (int r = 0; r < kSize; ++r)
      for (uint64_t left = s.covered[r]; left; left &= left - 1) n = score_group(s, r, std::countr_zero(left), cells, n);
    int lead = s.scores[0] - s.scores[1];
    if (lead == 0)
      for (int f = 1; f < 5; ++f) lead += s.shown[f] - s.shown[f + 5];
    winner = lead > 0 ? 1 : lead < 0 ? 2 : 0;
  }
  s.to_act = kOver;
  if (winner) {
    s.returns[winner - 1] = 1;
    s.returns[2 - winner] = -1;
  }
}

void apply(State& s, int move) {
  ++s.ply;
  if (move < kFirstPlacing) {
    s.stock ^= uint64_t{1} << move;
    if (s.hand[1] == 0) {
      s.hand[1] = move;
      return;
    }
    s.hand[0] = std::min<int>(s.hand[1], move);
    s.hand[1] = std::max<int>(s.hand[1], move);
    s.to_act = s.turn;
    return;
  }
  const int place = move - kFirstPlacing, tile = place / kTileStride, direction = place / kDirectionStride % 4;
  const int row = place / kRowStride % kSize, column = place % kSize;
  lay(s, tile, direction, row, column);
  score_tile(s, direction, row, column);
  if (s.hand[0] == tile) {
    s.hand[0] = 0;
  } else {
    s.hand[1] = s.hand[0];
    s.hand[0] = 0;
  }
  if (s.hand[1] == 0) end_turn(s);
}

int list_spots(const State& s, int line, int first, int32_t* moves, int n) {
  for (int row = 0; row < kSize; ++row)
    for (uint64_t left = s.spots[line][row]; left; left &= left - 1)
      moves[n++] = first + row * kRowStride + std::countr_zero(left);
  return n;
}

int repeat(int32_t* moves, int start, int stop, int offset, int n) {
  for (int k = 0; k < stop - start; ++k) moves[n + k] = moves[start + k] + offset;
  return n + stop - start;
}

int legal(const State& s, int32_t* moves) {
  if (s.to_act == kOver) return 0;
  int n = 0;
  if (s.to_act == kChance) {
    for (uint64_t left = s.stock; left; left &= left - 1) moves[n++] = std::countr_zero(left);
    return n;
  }
  const int tile = s.hand[0] ? s.hand[0] : s.hand[1], first = kFirstPlacing + tile * kTileStride;
  const int east = list_spots(s, 0, first, moves, 0);
  const int south = list_spots(s, 1, first + kDirectionStride, moves, east);
  n = repeat(moves, 0, east, 2 * kDirectionStride + 2, south);
  n = repeat(moves, east, south, 2 * kDirectionStride + 2 * kRowStride, n);
  if (s.hand[0]) n = repeat(moves, 0, n, (s.hand[1] - s.hand[0]) * kTileStride, n);
  return n;
}

// xoshiro256+
struct Random {
  uint64_t s[4];
  explicit Random(uint64_t seed) {
    for (auto& word : s) {
      seed += 0x9e3779b97f4a7c15;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }
  double operator()() {
    const uint64_t result = s[0] + s[3], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = std::rotl(s[3], 45);
    return static_cast<double>(result >> 11) * 0x1.0p-53;
  }
};

int32_t buffer[16384];
double weights[16384];

int play_out(State& s, Random& random) {
  while (s.to_act != kOver) {
    const int n = legal(s, buffer);
    int k;
    if (s.to_act == kChance) {
      for (int i = 0; i < n; ++i) weights[i] = 1.0 / n;
      double left = random();
      for (k = 0; k < n - 1; ++k)
        if ((left -= weights[k]) < 0) break;
    } else {
      k = static_cast<int>(random() * n);
    }
    apply(s, buffer[k]);
  }
  return s.ply;
}

void perft(const State& s, int depth, int level, std::vector<int64_t>& nodes) {
  std::vector<int32_t> moves(16384);
  const int n = legal(s, moves.data());
  nodes[level + 1] += n;
  if (level + 1 == depth) return;
  for (int k = 0; k < n; ++k) {
    State next = s;
    apply(next, moves[k]);
    perft(next, depth, level + 1, nodes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  State start;
  std::ifstream file(argv[1]);
  int count = 0;
  for (int a, b, c; file >> a >> b >> c; ++count) {
    start.tiles[count][0] = a;
    start.tiles[count][1] = b;
    start.tiles[count][2] = c;
  }
  start.stock = (uint64_t{1} << count) - 2;
  for (int r = 0; r < kSize; ++r) {
    start.level[0][r] = ~uint64_t{0} >> 1;
    start.level[1][r] = r < kSize - 1 ? ~uint64_t{0} : 0;
  }
  lay(start, 0, 0, kMiddle, kMiddle - 1);
  if (std::string(argv[2]) == "perft") {
    const int depth = std::atoi(argv[3]);
    std::vector<int64_t> nodes(depth + 1);
    nodes[0] = 1;
    perft(start, depth, 0, nodes);
    for (auto n : nodes) std::printf("%lld ", static_cast<long long>(n));
    std::printf("\n");
    return 0;
  }
  const int games = std::atoi(argv[3]);
  Random random(std::strtoull(argv[4], nullptr, 10));
  int64_t plies = 0, red = 0, green = 0;
  const auto before = std::clock();
  for (int g = 0; g < games; ++g) {
    State s = start;
    plies += play_out(s, random);
    red += s.scores[0];
    green += s.scores[1];
  }
  const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
  std::printf("%lld %.6f %.3f %.4f %.4f\n", static_cast<long long>(plies), seconds, double(plies) / games,
              double(red) / games, double(green) / games);
}
