import { welcomeEndpoints } from '#features/welcome/contract/endpoints.ts';
import { welcome as limits, welcomeSteps } from '#features/welcome/contract/limits.ts';
import { followedLabel, introductionCategory } from '#features/forum/server/actions.ts';
import { inListedCategory } from '#features/forum/server/rules.ts';
import { publishProfileChanged } from '#features/customization/server/actions.ts';
import { activeCustomRoles, personOf, writeMakes } from '#people/profiles/server/store.ts';
import { partsOf } from '#site/contract/section-limits.ts';
import type { SiteSettings } from '#people/site-settings/server/rules.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { routes } from '#platform/server/http/route.ts';
import { activeCategories, activePeople, setFinished, setStep, welcomeRow } from './store.ts';

async function introductionOf(ctx: Context, settings: SiteSettings) {
  const category = await introductionCategory(ctx, settings.introductionCategory);
  return { text: settings.introductionText, category };
}

const done = { ok: true } as const;

export const welcomeRoutes = routes(welcomeEndpoints, {
  async 'GET /welcome'(ctx, { viewer }) {
    const [row, settings] = await Promise.all([welcomeRow(ctx.db, viewer.profileId), siteSettings(ctx.db)]);
    const allMakes = partsOf(settings.makes);
    return {
      done: [...row.steps],
      isFinished: row.is_finished,
      hasPosted: row.has_posted,
      text: settings.welcomeText,
      introduction: await introductionOf(ctx, settings),
      makes: row.makes.filter((tag) => allMakes.includes(tag)),
      allMakes,
    };
  },
  async 'GET /welcome/hint'(ctx, { viewer }) {
    const row = await welcomeRow(ctx.db, viewer.profileId);
    if (!row.is_welcomed) return { stepsLeft: 0, introduction: null };
    return {
      stepsLeft: row.is_finished ? 0 : welcomeSteps.length - row.steps.length,
      introduction: row.has_posted ? null : await introductionOf(ctx, await siteSettings(ctx.db)),
    };
  },
  async 'GET /welcome/suggestions'(ctx, { viewer }) {
    const now = ctx.clock.now();
    const since = new Date(now.getTime() - limits.aliveDays * 86_400_000);
    const [people, categories, roles, settings] = await Promise.all([
      activePeople(ctx.db, viewer.profileId, now, since, {
        posts: inListedCategory(ctx.switches),
        uploads: ctx.switches.isListed('uploads'),
      }),
      activeCategories(ctx.db, viewer.profileId, since, inListedCategory(ctx.switches)),
      activeCustomRoles(ctx.db),
      siteSettings(ctx.db),
    ]);
    const allMakes = partsOf(settings.makes);
    return {
      people: people.map((row) => ({
        person: { ...personOf(row, roles), id: row.person_id },
        makes: row.makes.filter((tag) => allMakes.includes(tag)),
      })),
      categories: categories.map((row) => ({
        category: row.category,
        label: row.label ?? followedLabel(ctx, row.category),
        description: row.description ?? '',
        posts: row.posts,
        isFollowing: row.is_following,
      })),
    };
  },
  async 'PUT /welcome/steps/:step'(ctx, { viewer, params }) {
    await setStep(ctx.db, viewer.profileId, params.step);
    return done;
  },
  async 'PUT /welcome/finished'(ctx, { viewer }) {
    await setFinished(ctx.db, viewer.profileId, ctx.clock.now());
    return done;
  },
  async 'PUT /welcome/makes'(ctx, { viewer, body }) {
    const allMakes = partsOf((await siteSettings(ctx.db)).makes);
    if (!body.makes.every((tag) => allMakes.includes(tag)))
      throw new Refusal('invalid', {
        fields: { makes: 'Choose from the list. It may have changed: load the page again.' },
      });
    // In the order of the list, each once.
    const makes = allMakes.filter((tag) => body.makes.includes(tag));
    await ctx.db.tx(async (tx) => {
      await writeMakes(tx, viewer.profileId, makes);
      await publishProfileChanged(ctx, tx, viewer.profileId);
    });
    return { makes };
  },
});
