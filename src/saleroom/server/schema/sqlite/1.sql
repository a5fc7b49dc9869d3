-- The log is the truth: (table, number) -> entry, numbers 1, 2, 3 ... without gaps, only appended.
-- All else here serves lists, and could be made again from the log.

create table entry (
  table_id text not null,
  number integer not null check (number > 0),
  at integer not null,            -- server clock, ms
  seat integer,                   -- null: the server itself
  command_id text,                -- the sender's id, for repeats
  kind text not null,
  body text not null,             -- JSON
  check_sum integer,              -- of the position, where an entry has ended the game
  primary key (table_id, number)
) strict, without rowid;

create table game_table (
  id text primary key,
  name text not null,             -- spoken
  created integer not null,
  maker text not null,            -- guest
  game text not null,
  variant text not null,
  rules integer not null,
  public integer not null,
  status text not null,           -- waiting, playing, over
  says text not null,             -- the result in a sentence
  touched integer not null
) strict;
create index game_table_public on game_table (status, touched) where public = 1;
create index game_table_name on game_table (name) where status <> 'over';
create index game_table_maker on game_table (maker, created);

create table seat (
  table_id text not null,
  seat integer not null,
  guest text,
  bot text,
  name text not null,
  primary key (table_id, seat)
) strict, without rowid;
create index seat_guest on seat (guest) where guest is not null;

create table guest (
  id text primary key,
  name text not null,
  created integer not null
) strict;
