import type { Feature } from '#platform/server/feature.ts';
import { settingChanged } from './events.ts';
import { siteSettingsDocuments, siteSettingsRoutes } from './routes.ts';
import { SETTING_NEWS, settingsChanged } from './store.ts';

/** Settings that change at run time, in the admin panel and at the command line. */
export const siteSettingsFeature: Feature = {
  name: 'site-settings',
  routes: siteSettingsRoutes,
  documents: siteSettingsDocuments,
  // A change of a setting drops every page.
  pageTopics: { 'GET /site/welcome': () => [] },
  emits: [settingChanged],
  async start(ctx) {
    const follow = (): void => {
      settingsChanged(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'settings could not be read again'));
    };
    ctx.bus.on(SETTING_NEWS, follow);
    ctx.bus.onGap(follow);
    await settingsChanged(ctx);
  },
};
