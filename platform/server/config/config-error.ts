/** A contradiction or a wrong value in the environment; the message names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
