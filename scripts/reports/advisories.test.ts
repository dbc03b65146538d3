import { expect, test } from 'vitest';
import { judgeAudit } from './advisories.ts';

const report = (severity: string): string =>
  `npm warn something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities: { 'some-parser': { severity, range: '<2.0.1' } }, metadata: {} }, null, 2)}\nnpm notice\n`;

test('a high or critical advisory about a package fails the audit and names the package', () => {
  for (const severity of ['high', 'critical'])
    expect(judgeAudit(report(severity))).toEqual({ kind: 'vulnerable', text: `some-parser <2.0.1 (${severity})` });
});

test('a lesser advisory, or none, passes the audit', () => {
  expect(judgeAudit(report('moderate')).kind).toBe('clean');
  expect(judgeAudit('{"vulnerabilities":{},"metadata":{}}').kind).toBe('clean');
});

test('an advisory about a tool of developers passes the audit', () => {
  expect(judgeAudit(report('high'), (name) => name !== 'some-parser').kind).toBe('clean');
});

test('a registry without advisories, or none that answers, is no failure and is reported', () => {
  const refused =
    '{\n  "message": "405 Method Not Allowed - POST",\n  "error": { "summary": "" }\n}\nnpm error audit\n';
  expect(judgeAudit(refused)).toEqual({ kind: 'unknown', text: '405 Method Not Allowed - POST' });
  expect(judgeAudit('npm error network\n').kind).toBe('unknown');
  expect(judgeAudit('').kind).toBe('unknown');
});
