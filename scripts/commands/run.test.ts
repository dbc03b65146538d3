import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { commands } from './all.ts';
import { described } from './help/first-answer.ts';
import { describeCommand } from './help/help.ts';
import { optionName, usageOf } from './command.ts';
import { withOperatingTables } from '#scripts/checks/operating-tables.ts';
import { harmless, table } from './output.ts';
import { terminalOn } from './testing/terminal.ts';

const { type } = terminalOn(null);
const operating = readFileSync(path.join(packageRoot(), 'docs/operating.md'), 'utf8');

describe('what is typed wrongly', () => {
  test.each([
    [['nonsense'], 'There is no command "nonsense"'],
    [['account', 'frobnicate'], 'There is no command "account frobnicate"'],
    [['account', 'show'], 'MEMBER is missing'],
    [['account', 'show', 'ada', 'bo'], '"bo" is one word too many'],
    [['account', 'show', '--loud', 'ada'], "Unknown option '--loud'"],
    [['account', 'set-role', 'ada', 'king'], 'ROLE must be one of member, moderator, admin; it is "king".'],
    [['credits', 'adjust', 'ada', 'many', '--reason', 'x'], 'AMOUNT must be a whole number from -1000000 to 1000000'],
    [['credits', 'adjust', 'ada', '1.5', '--reason', 'x'], 'AMOUNT must be a whole number'],
    [['credits', 'adjust', 'ada', '5'], '--reason TEXT is missing'],
    [['account', 'suspend', 'ada', '--reason', ' '], '--reason must not be empty'],
    [['account', 'suspend', 'ada', '--reason', 'x', '--until', 'soon'], '--until must be 12h, 7d, a day'],
    [['account', 'suspend', 'ada', '--reason'], 'argument missing'],
    [['queue', 'approve', '17'], 'ID must be an id such as'],
    [['post', 'pin', "' OR 1=1"], 'ID must be an id such as'],
    [['entitlement', 'grant', 'ada', 'everything'], 'RIGHT must be one of vip'],
    [['setting', 'set', '__proto__', '1'], 'NAME must be one of spamWindowMinutes'],
  ])('%j is refused before any site is opened, in words and with exit code 2', async (words, said) => {
    const ended = await type(...words);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(ended.error).toContain(said);
  });

  test('programs get the refusal as JSON', async () => {
    const ended = await type('account', 'show', '--json');
    expect(JSON.parse(ended.error)).toEqual({ error: { code: 'usage', message: expect.stringContaining('MEMBER') } });
  });

  test('contradictory settings refuse as they refuse a start', async () => {
    let error = '';
    const shell = {
      environment: { HOST: '0.0.0.0' },
      readInput: async () => '',
      out: () => {},
      error: (text: string) => void (error += text),
    };
    const { runCommandLine } = await import('./run.ts');
    expect(await runCommandLine(['account', 'list'], shell)).toBe(1);
    expect(error).toContain('SMTP_URL');
  });

  test('a data folder without a site is not made into one', async () => {
    let error = '';
    const shell = {
      environment: { DATA_DIR: '/nowhere/h1-none' },
      readInput: async () => '',
      out: () => {},
      error: (text: string) => void (error += text),
    };
    const { runCommandLine } = await import('./run.ts');
    expect(await runCommandLine(['account', 'list'], shell)).toBe(1);
    expect(error).toContain('There is no site in');
  });
});

describe('help', () => {
  test('lists every command, and every command lists its arguments and options', async () => {
    const all = (await type('--help')).out;
    for (const command of commands) {
      expect(all).toContain(command.name);
      const one = await type(...command.name.split(' '), '--help');
      expect(one.exit).toBe(0);
      expect(one.out).toContain(usageOf(command));
      for (const key of Object.keys(command.options)) expect(one.out).toContain(`--${optionName(key)}`);
    }
  });

  test('of a topic lists its commands alone', async () => {
    const { out } = await type('setting');
    expect(out).toContain('setting reset');
    expect(out).not.toContain('account create');
  });
});

describe('the first answer', () => {
  test('comes from descriptions that are as the commands are (npm run operating-tables)', () => {
    expect(described).toEqual(commands.map(describeCommand));
  });

  test('loads neither the commands nor the site', async () => {
    const root = packageRoot();
    const loaded = path.join(root, 'scripts/commands/testing/loaded.ts');
    for (const words of [['--help'], ['account'], ['account', 'create', '--help'], ['nonsense']]) {
      const { stderr } = spawnSync(process.execPath, ['--import', loaded, 'scripts/looproom.ts', ...words], {
        cwd: root,
        encoding: 'utf8',
      });
      const files = /^loaded: (.*)$/m.exec(stderr)?.[1]?.split(' ') ?? [];
      expect(files).toContain('scripts/commands/help/first-answer.ts');
      expect(
        files.filter(
          (file) =>
            !/^scripts\/(?:looproom|commands\/command|commands\/help\/[a-z-]+)\.(?:ts|json)$/.test(file) &&
            !/^platform\/server\/config\/(?:package-root|config-error)\.ts$/.test(file),
        ),
      ).toEqual([]);
    }
  });
});

describe('completion', () => {
  const complete = async (shell: string, line: readonly string[]): Promise<string[]> => {
    const { out } = await type('completion', shell);
    const words = line.map((word) => `'${word}'`).join(' ');
    const script = `${out}\nCOMP_WORDS=(looproom ${words}); COMP_CWORD=${line.length}; _looproom; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync(shell, ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
  };

  test.each([
    [[''], ['account', 'job', 'completion', '--help'], ['create']],
    [['acc'], ['account'], ['job']],
    [
      ['account', ''],
      ['create', 'suspend'],
      ['account', '--json'],
    ],
    [
      ['account', 'create', '--'],
      ['--display-name', '--json'],
      ['create', '--reason'],
    ],
    [['account', 'create', 'ada@example.org', '--r'], ['--role'], ['--json']],
    [['completion', ''], ['bash', 'zsh'], ['account']],
    [['nonsense', ''], [''], ['account']],
  ])('of %j has %j and not %j', async (line, has, hasNot) => {
    const found = await complete('bash', line);
    expect(found).toEqual(expect.arrayContaining(has));
    for (const word of hasNot) expect(found).not.toContain(word);
  });

  test('of zsh is that of bash, by its own emulation', async () => {
    const [bash, zsh] = [await type('completion', 'bash'), await type('completion', 'zsh')];
    expect(zsh.out.endsWith(bash.out)).toBe(true);
    expect(zsh.out).toContain('bashcompinit');
    expect((await type('completion', 'fish')).exit).toBe(2);
  });
});

describe('output', () => {
  test('shows what members wrote, and obeys nothing in it', () => {
    expect(harmless('a\u001b[31mred\u0007\u202Eevil\u009b')).toBe('a\uFFFD[31mred\uFFFD\uFFFDevil\uFFFD');
    expect(table(['name'], [['two\nlines\tand\r\nmore']])).toBe('name\ntwo lines and more');
  });
});

describe('docs/operating.md', () => {
  test('has every command, environment variable, rate, scheduled job and setting at run time as the code has them (npm run operating-tables)', () => {
    expect(withOperatingTables(operating)).toBe(operating);
  });
});
