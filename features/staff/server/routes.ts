import { operationsEndpoints } from '#features/staff/contract/operations.ts';
import { siteSettingEndpoints } from '#people/site-settings/contract/endpoints.ts';
import { staff } from '#features/staff/contract/endpoints.ts';
import { routes } from '#platform/server/http/route.ts';
import { readChecklist } from './checklist.ts';
import { readDoctor } from './doctor/doctor.ts';
import { createRole, editRole, listRoles } from './custom-roles.ts';
import { latestForumPosts } from './forum-posts.ts';
import { dropJob, readJobs, retryJob, retryJobs, sendTestMail } from './jobs-state.ts';
import { correctBalance, readMemberDetail } from './member-detail.ts';
import { assignRole, listMembers, readMember, setAdmin, setModerator } from './members.ts';
import { readOverview } from './overview.ts';
import { measureStorageJob } from './jobs.ts';
import { readStorage } from './storage.ts';
import { setPicture } from './site-logo.ts';
import { readSiteSettings, saveSiteSetting } from './site-settings.ts';
import { tabCounts } from './store.ts';

export const staffRoutes = routes(staff, {
  'GET /staff/overview': (ctx) => readOverview(ctx),
  'GET /staff/counts': (ctx) => tabCounts(ctx.db),
  'GET /staff/forum-posts': (ctx) => latestForumPosts(ctx),
  'GET /staff/members': (ctx, { viewer, query }) => listMembers(ctx, viewer, query),
  'GET /staff/members/:profileId': (ctx, { viewer, params }) => readMemberDetail(ctx, viewer, params.profileId),
  async 'POST /staff/members/:profileId/corrections'(ctx, { viewer, params, body }) {
    await correctBalance(ctx, viewer, params.profileId, body);
    return await readMemberDetail(ctx, viewer, params.profileId);
  },
  async 'PUT /staff/members/:profileId/moderator'(ctx, { viewer, params, body }) {
    await setModerator(ctx, viewer, params.profileId, body.on);
    return await readMember(ctx, viewer, params.profileId);
  },
  async 'PUT /staff/members/:profileId/admin'(ctx, { viewer, params, body }) {
    await setAdmin(ctx, viewer, params.profileId, body.on);
    return await readMember(ctx, viewer, params.profileId);
  },
  async 'PUT /staff/members/:profileId/role'(ctx, { viewer, params, body }) {
    await assignRole(ctx, viewer, params.profileId, body.role);
    return await readMember(ctx, viewer, params.profileId);
  },
  async 'GET /staff/custom-roles'(ctx) {
    return { items: await listRoles(ctx.db) };
  },
  'POST /staff/custom-roles': (ctx, { viewer, body }) => createRole(ctx, viewer, body),
  'PATCH /staff/custom-roles/:roleId': (ctx, { viewer, params, body }) => editRole(ctx, viewer, params.roleId, body),
});

export const siteSettingRoutes = routes(siteSettingEndpoints, {
  'GET /staff/settings': (ctx) => readSiteSettings(ctx),
  'PUT /staff/settings/:name': (ctx, { viewer, params, body }) => saveSiteSetting(ctx, viewer, params.name, body.value),
  async 'POST /staff/logo'(ctx, { viewer, body }) {
    await setPicture(ctx, viewer, body);
    return await readSiteSettings(ctx);
  },
});

export const operationsRoutes = routes(operationsEndpoints, {
  'GET /staff/checklist': (ctx) => readChecklist(ctx),
  'GET /staff/doctor': (ctx) => readDoctor(ctx),
  'GET /staff/storage': (ctx) => readStorage(ctx),
  async 'POST /staff/storage/measure'(ctx) {
    await ctx.jobs.runNow(measureStorageJob.name);
    return { ok: true } as const;
  },
  async 'POST /staff/test-mail'(ctx, { viewer }) {
    return { to: await sendTestMail(ctx, viewer) };
  },
  'GET /staff/jobs': (ctx, { viewer }) => readJobs(ctx, viewer),
  async 'POST /staff/jobs/retry'(ctx, { viewer }) {
    return { count: await retryJobs(ctx, viewer) };
  },
  async 'POST /staff/jobs/:jobId/retry'(ctx, { viewer, params }) {
    await retryJob(ctx, viewer, params.jobId);
    return { ok: true } as const;
  },
  async 'DELETE /staff/jobs/:jobId'(ctx, { viewer, params }) {
    await dropJob(ctx, viewer, params.jobId);
    return { ok: true } as const;
  },
});
