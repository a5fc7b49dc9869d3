-- The same tables as in SQLite. Ids are compared as bytes, so that both keep them in one order.
-- A row of `entry` is written once, by a single statement of the writer, and never changed.

create table entry (
  table_id text collate "C" not null,
  number integer not null check (number > 0),
  at bigint not null,             -- server clock, ms
  seat integer,                   -- null: the server itself
  command_id text,                -- the sender's id, for repeats
  kind text not null,
  body text not null,             -- JSON, as text: an export has the same bytes
  check_sum bigint,               -- of the position, where an entry has ended the game
  primary key (table_id, number)
) with (autovacuum_vacuum_insert_scale_factor = 0.05);

create table game_table (
  id text collate "C" primary key,
  name text not null,             -- spoken
  created bigint not null,
  maker text not null,            -- guest
  game text not null,
  variant text not null,
  rules integer not null,
  public integer not null,
  status text not null,           -- waiting, playing, over
  says text not null,             -- the result in a sentence
  touched bigint not null
);
create index game_table_public on game_table (status, touched) where public = 1;
create index game_table_name on game_table (name) where status <> 'over';
create index game_table_maker on game_table (maker, created);

create table seat (
  table_id text collate "C" not null,
  seat integer not null,
  guest text,
  bot text,
  name text not null,
  primary key (table_id, seat)
);
create index seat_guest on seat (guest) where guest is not null;

create table guest (
  id text collate "C" primary key,
  name text not null,
  created bigint not null
);
