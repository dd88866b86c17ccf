-- Security questions and their answers.
-- Invariant: answers are kept as slow keyed hashes only, and of any number of guesses at one account five a day are compared.

create table member.question (
  id          bigint       generated always as identity primary key,
  text_zh     text         not null unique check (char_length(text_zh) between 1 and 100),
  text_en     text         not null check (char_length(text_en) between 1 and 100),
  created_at  timestamptz  not null default platform.app_now(),
  retired_at  timestamptz
);
comment on column member.question.retired_at is 'offered to nobody from then on; members who had chosen it keep it';

create table member.answer (
  member_id    bigint       not null references member.member,
  question_id  bigint       not null references member.question,
  answer_hash  text         not null,
  set_at       timestamptz  not null default platform.app_now(),
  primary key (member_id, question_id)
);

create table member.answer_tries (
  member_id  bigint       primary key references member.member,
  used       smallint     not null check (used between 0 and 5),
  ends_at    timestamptz  not null
);

grant select, insert, update on member.question to holdfast_app;
grant select, insert, delete on member.answer to holdfast_app;
grant select, insert, update, delete on member.answer_tries to holdfast_app;

-- Answers that a member still knows in ten years, and that no profile on the web gives away.
insert into member.question (text_zh, text_en) values
  ('您小學三年級的導師叫什麼名字？', 'What was the name of your teacher in third grade?'),
  ('您第一份工作的同事中，您最先認識的是誰？', 'Whom did you get to know first at your first job?'),
  ('您小時候最要好的玩伴叫什麼綽號？', 'What was the nickname of your best friend as a child?'),
  ('您第一次自己旅行去了哪個地方？', 'Where did you go on your first journey alone?'),
  ('您小時候住的那條街叫什麼名字？', 'What was the name of the street you grew up in?'),
  ('您第一隻寵物叫什麼名字？', 'What was the name of your first pet?'),
  ('您最難忘的一位長輩住在哪個鄉鎮？', 'In which town did the relative live whom you remember best?'),
  ('您學會的第一道菜是什麼？', 'What was the first dish you learned to cook?'),
  ('您第一台腳踏車是什麼顏色？', 'What colour was your first bicycle?'),
  ('您小時候最怕的東西是什麼？', 'What were you most afraid of as a child?');
