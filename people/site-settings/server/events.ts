import { defineEvent } from '#platform/server/events/event.ts';
import type { SiteSettingName } from './rules.ts';

/** A setting has another value; what has none of its own has its default. */
export const settingChanged = defineEvent<{
  readonly name: SiteSettingName;
  readonly before: { readonly value: unknown; readonly isDefault: boolean };
  readonly after: { readonly value: unknown; readonly isDefault: boolean };
  /** Profile of the admin; null for the operator at the command line. */
  readonly by: string | null;
}>('setting.changed');
