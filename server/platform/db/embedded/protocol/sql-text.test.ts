import { expect, test } from 'vitest';
import { readIntent, splitStatements } from './sql-text.ts';

test('semicolons inside strings, names, dollar quotes and comments separate nothing', () => {
  expect(splitStatements(`select ';', E'it\\';', ";", $a$;$a$, $$;$$ /* ; /* ; */ ; */ -- ;\n, 1; select 2 ;`)).toEqual(
    [`select ';', E'it\\';', ";", $a$;$a$, $$;$$    , 1`, 'select 2'],
  );
});

test('a COPY from the client is seen, its likeness in a string is not', () => {
  expect(readIntent('/* hi */ copy t (a) from stdin').copiesIn).toBe(true);
  expect(readIntent('select 1; COPY t FROM\n STDIN with csv').copiesIn).toBe(true);
  expect(readIntent(`insert into t values ('x; copy t from stdin')`).copiesIn).toBe(false);
  expect(readIntent('copy t to stdout').copiesIn).toBe(false);
});

test('listening and unlistening, with names as PostgreSQL folds them', () => {
  expect(readIntent('LISTEN News; listen "My ""own"""; UNLISTEN news; unlisten *').listens).toEqual([
    { action: 'listen', channel: 'news' },
    { action: 'listen', channel: 'My "own"' },
    { action: 'unlisten', channel: 'news' },
    { action: 'unlisten-all' },
  ]);
  expect(readIntent(`select 'listen x'`).listens).toEqual([]);
});

test('a transaction may ask for more time', () => {
  expect(readIntent(`set local statement_timeout = '10min'`).patienceMs).toBe(600_000);
  expect(readIntent('begin; SET LOCAL statement_timeout TO 0').patienceMs).toBe(Infinity);
  expect(readIntent('set local statement_timeout=2500').patienceMs).toBe(2_500);
  expect(readIntent('show statement_timeout').patienceMs).toBeUndefined();
});
