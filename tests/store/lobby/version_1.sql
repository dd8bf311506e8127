-- The tables as version 1 of the schema had them.
CREATE TABLE yahtzee_tui_schema (version INTEGER NOT NULL);
CREATE TABLE games (
    id VARCHAR(12) NOT NULL PRIMARY KEY, status VARCHAR(12) NOT NULL, version INTEGER NOT NULL,
    holder VARCHAR(300), changed FLOAT NOT NULL, digest VARCHAR(64) NOT NULL, record TEXT NOT NULL);
CREATE INDEX games_by_status ON games (status, changed);
CREATE INDEX games_by_digest ON games (digest);
CREATE TABLE results (
    game VARCHAR(12) NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
    player VARCHAR(80) NOT NULL, name VARCHAR(80) NOT NULL, computer VARCHAR(20) NOT NULL,
    rules VARCHAR(40) NOT NULL, seats INTEGER NOT NULL, total INTEGER NOT NULL,
    best_other INTEGER, upper_bonus INTEGER NOT NULL, repeats INTEGER NOT NULL,
    points TEXT NOT NULL, ended FLOAT NOT NULL, PRIMARY KEY (game, seat));
CREATE INDEX results_by_player ON results (player, rules, ended);
CREATE INDEX results_by_total ON results (rules, total);
CREATE INDEX results_by_name ON results (computer, player, name, ended);
CREATE INDEX results_by_seat ON results (rules, seat);
CREATE TABLE resets (rules VARCHAR(40) NOT NULL PRIMARY KEY, since FLOAT NOT NULL)
