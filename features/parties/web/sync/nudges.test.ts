import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clampNudge, readNudge, storeNudge } from './nudges.ts';
import { outputIn, unknownOutput } from './output-device.ts';

const device = (deviceId: string, groupId: string, label: string, kind: MediaDeviceKind = 'audiooutput') => ({
  kind,
  deviceId,
  groupId,
  label,
});

describe('the output in use', () => {
  const speakers = device('a1', 'g1', 'Speakers');
  const headphones = device('b2', 'g2', 'Headphones');

  it('is the one that the browser’s default stands for', () => {
    const standard = device('default', 'g2', 'Default - Headphones');
    const all = [device('m', 'g2', 'Microphone', 'audioinput'), standard, speakers, headphones];
    expect(outputIn(all)).toEqual({ key: 'b2', label: 'Headphones' });
    expect(outputIn([device('default', 'g9', 'Default'), speakers])).toEqual({ key: 'g9', label: 'Default' });
  });

  it('is the first one of a browser without a default, and unknown where none is named', () => {
    expect(outputIn([headphones, speakers])).toEqual({ key: 'b2', label: 'Headphones' });
    expect(outputIn([])).toBe(unknownOutput);
    expect(outputIn([device('', '', '')])).toBe(unknownOutput);
  });
});

describe('a nudge', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    return () => vi.unstubAllGlobals();
  });

  it('is remembered for each output, and the last one where outputs cannot be distinguished', () => {
    expect(readNudge('a1')).toBe(0);
    storeNudge('a1', 160);
    storeNudge('b2', -20);
    expect([readNudge('a1'), readNudge('b2'), readNudge('c3')]).toEqual([160, -20, 0]);
    expect(readNudge(unknownOutput.key)).toBe(-20);
    storeNudge(unknownOutput.key, 35);
    expect([readNudge(unknownOutput.key), readNudge('a1')]).toEqual([35, 160]);
    for (let number = 0; number < 100; number++) storeNudge(`more ${number}`, number);
    expect((JSON.parse([...stored.values()][0]!) as unknown[]).length).toBe(50);
    expect(readNudge('more 99')).toBe(99);
  });

  it('is stored once for each output, the latest last', () => {
    for (const [key, ms] of [
      ['a1', 1],
      ['b2', 2],
      ['a1', 3],
    ] as const)
      storeNudge(key, ms);
    expect(JSON.parse(stored.get('looproom.party.nudges')!)).toEqual([
      ['b2', 2],
      [unknownOutput.key, 3],
      ['a1', 3],
    ]);
  });

  it('is lost with what cannot be read or stored, and the page goes on', () => {
    for (const text of ['nonsense', '{}', '[["a",1],7]', '[[7,1],["a",1]]']) {
      stored.set('looproom.party.nudges', text);
      storeNudge('b', 2);
      const all = JSON.parse(stored.get('looproom.party.nudges')!) as unknown[];
      expect(all.slice(-2), text).toEqual([
        [unknownOutput.key, 2],
        ['b', 2],
      ]);
      expect(all.slice(0, -2), text).toEqual(text.startsWith('[') ? [['a', 1]] : []);
    }
    const full = () => {
      throw new Error('full');
    };
    vi.stubGlobal('localStorage', { getItem: full, setItem: full });
    storeNudge('b', 2);
    expect(readNudge('b')).toBe(0);
  });

  it('stays within its limits, whatever was stored', () => {
    expect([clampNudge(1e9), clampNudge(-501), clampNudge(12.4), clampNudge(Number.NaN)]).toEqual([500, -500, 12, 0]);
    for (const text of ['nonsense', '{}', '[1,null,["a"]]', '[["a","9999"]]']) {
      stored.set('looproom.party.nudges', text);
      expect(readNudge('a')).toBe(text.includes('9999') ? 500 : 0);
    }
  });
});
