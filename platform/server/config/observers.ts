import type { ReportSettings } from '#platform/server/monitoring/error-reports.ts';
import type { TraceSettings } from '#platform/server/monitoring/trace-exporter.ts';
import { ConfigError } from './config-error.ts';
import type { SettingReader } from './reader.ts';

const isAddress = (value: string): boolean => URL.canParse(value) && /^https?:\/\//.test(value);

/** The collector of traces; null for none. */
export function readTraces({ optional, list, text }: SettingReader): TraceSettings | null {
  const url = optional('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (url === null) return null;
  if (!isAddress(url) || new URL(url).search !== '')
    throw new ConfigError(`OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address; it is "${url}".`);
  const headers = list('OTEL_EXPORTER_OTLP_HEADERS').map((header) => {
    const [, name, value] = /^([\w-]+)=([ -~]+)$/.exec(header) ?? [];
    // The value may be a secret.
    if (name === undefined || value === undefined)
      throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value, comma separated.');
    return [name.toLowerCase(), decoded(value)] as const;
  });
  const share = Number(text('OTEL_TRACES_SAMPLER_ARG'));
  if (!(share >= 0 && share <= 1))
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; it is "${text('OTEL_TRACES_SAMPLER_ARG')}".`,
    );
  return { url: url.replace(/\/+$/, ''), headers: Object.fromEntries(headers), share };
}

/** OpenTelemetry writes values of headers as in addresses. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The service of error reports; null for none. @throws {ConfigError} without the key that is in the address */
export function readErrorReports({ optional }: SettingReader): ReportSettings | null {
  const dsn = optional('SENTRY_DSN');
  if (dsn === null) return null;
  const [, path, project] = (isAddress(dsn) ? /^(.*)\/(\d+)$/.exec(new URL(dsn).pathname) : null) ?? [];
  const key = isAddress(dsn) ? new URL(dsn).username : '';
  if (path === undefined || project === undefined || !/^[\w-]+$/.test(key))
    throw new ConfigError('SENTRY_DSN must be an address such as https://KEY@HOST/PROJECT, with a number as project.');
  return { url: `${new URL(dsn).origin}${path}/api/${project}/envelope/`, key };
}
