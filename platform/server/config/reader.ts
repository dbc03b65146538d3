import { ConfigError } from './config-error.ts';
import { type Name, settings } from './settings.ts';

/** Reads single settings of an environment, trimmed, their defaults where they are empty. */
export interface SettingReader {
  text(name: Name): string;
  /** Null where it is empty. */
  optional(name: Name): string | null;
  /** @throws {ConfigError} unless it is a whole number within the bounds */
  whole(name: Name, min: number, max: number): number;
  /** @throws {ConfigError} unless it is one of the values */
  oneOf<const V extends string>(name: Name, values: readonly V[]): V;
  /** The parts of a list with commas. */
  list(name: Name): string[];
}

/** The reader of an environment. */
export function settingReader(environment: Readonly<Record<string, string | undefined>>): SettingReader {
  const fallbacks = new Map<string, string>(settings.map((setting) => [setting.name, setting.fallback]));
  const text = (name: Name): string => environment[name]?.trim() || fallbacks.get(name) || '';
  return {
    text,
    optional: (name) => text(name) || null,
    whole(name, min, max) {
      const value = Number(text(name));
      if (!Number.isInteger(value) || value < min || value > max)
        throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${text(name)}".`);
      return value;
    },
    oneOf(name, values) {
      const value = values.find((candidate) => candidate === text(name));
      if (value === undefined) throw new ConfigError(`${name} must be ${values.join(' or ')}; it is "${text(name)}".`);
      return value;
    },
    list: (name) =>
      text(name)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
  };
}

/** What a reader of its own refuses is a wrong value of the configuration. */
export function inConfig<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}
