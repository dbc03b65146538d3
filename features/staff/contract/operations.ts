import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { done, id, person, timestamp } from '#platform/contract/shapes.ts';

/** What an owner does before members come. */
const checklist = z.object({
  /** False: an admin has put it away, in the site settings. */
  isShown: z.boolean(),
  items: z.array(
    z.object({
      key: z.enum(['name', 'sections', 'mail', 'backup', 'rules', 'categories', 'staff']),
      title: z.string(),
      isDone: z.boolean(),
      /** What was found. */
      text: z.string(),
      /** Where it is done, on this site, and what the link says. */
      link: z.object({ to: z.string(), label: z.string() }).nullable(),
    }),
  ),
});
export type Checklist = z.infer<typeof checklist>;

/** What was found by the checks of `looproom doctor`. */
const doctor = z.object({
  at: timestamp,
  checks: z.array(
    z.object({
      name: z.string(),
      /** What it looks at. */
      about: z.string(),
      /** `unknown`: it could not be looked at; `skipped`: it does not concern this site. */
      state: z.enum(['fine', 'warning', 'problem', 'unknown', 'skipped']),
      text: z.string(),
      findings: z.array(
        z.object({
          level: z.enum(['problem', 'warning']),
          text: z.string(),
          /** The command or line that mends it. */
          remedy: z.string(),
        }),
      ),
    }),
  ),
});
export type DoctorReport = z.infer<typeof doctor>;

/** A mail in the queue or among the failed jobs. */
const queuedMail = z.object({
  /** For moderators all but the first letter and the host is masked. */
  to: z.string(),
  /** May name contents and members: null for moderators. */
  subject: z.string().nullable(),
});

const jobsState = z.object({
  /** Kinds of jobs that are not done, by name. */
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.int(),
      /** Scheduled, or tried again later. */
      later: z.int(),
      running: z.int(),
      failed: z.int(),
      /** Since when the oldest waits that could run. */
      oldestAt: timestamp.nullable(),
    }),
  ),
  /** The newest jobs that failed for good. */
  failed: z.array(
    z.object({
      id,
      name: z.string(),
      /** Without addresses and secrets. */
      error: z.string(),
      failedAt: timestamp,
      mail: queuedMail.nullable(),
    }),
  ),
  mail: z.object({
    /** False: mails are put into the local outbox. */
    hasServer: z.boolean(),
    /** In the last 7 days. */
    delivered: z.int(),
    stored: z.int(),
    failedTries: z.int(),
    deliveredAt: timestamp.nullable(),
    failedAt: timestamp.nullable(),
    waiting: z.int(),
    /** The oldest of them. */
    items: z.array(
      queuedMail.extend({
        id,
        addedAt: timestamp,
        nextAt: timestamp,
        tries: z.int(),
        /** Of the last try. */
        error: z.string().nullable(),
      }),
    ),
  }),
  /** The reader may run jobs again and give them up. */
  canAct: z.boolean(),
});
export type JobsState = z.infer<typeof jobsState>;

const stored = z.object({ name: z.string(), bytes: z.number(), files: z.int() });

const storage = z.object({
  /** As the job has measured it last; null before the first time. In bytes. */
  measured: z
    .object({
      at: timestamp,
      database: z.number(),
      /** As members uploaded them, by kind of file; largest first. */
      originals: z.array(stored),
      /** Made of them, by kind of file. */
      derived: z.array(stored),
      /** `staged`: of no content yet; `removed`: waits for its removal; `transfers`: on their way; `failed`: could not be processed. */
      reclaimable: z.array(stored),
    })
    .nullable(),
  /** The last 90 days (UTC) that were measured, oldest first. */
  days: z.array(z.object({ day: z.string(), bytes: z.number() })),
  /** Whose files take most. */
  members: z.array(z.object({ id, person, bytes: z.number(), files: z.int() })),
  /** Of the data folder; null where the system does not say. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  /** Files are in a bucket, and not on this disk. */
  isBucket: z.boolean(),
  /** The last backup by the site's own command. */
  backup: z.object({ at: timestamp, bytes: z.number() }).nullable(),
  /** The last restore test; `impossible`: nothing is known of the backup, for what stands in `text`. */
  restoreTest: z
    .object({ at: timestamp, outcome: z.enum(['passed', 'failed', 'impossible']), text: z.string() })
    .nullable(),
});
export type StorageState = z.infer<typeof storage>;

const jobParams = z.object({ jobId: id });

/** Endpoints of the admin panel about the running site. */
export const operationsEndpoints = defineEndpoints({
  'GET /staff/checklist': {
    access: 'admin',
    limit: 'read',
    summary: 'What an owner does before members come, each with whether it was found done.',
    reply: checklist,
    errors: [],
  },
  'GET /staff/doctor': {
    access: 'admin',
    limit: 'write',
    summary: 'Checks machine, database, files, mail and the own address, as the command "looproom doctor" does.',
    reply: doctor,
    errors: [],
  },
  'POST /staff/test-mail': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to send the test mail',
    summary: "Sends a test mail to the admin's own address, through the queue as any other.",
    reply: z.object({ to: z.string() }),
    errors: [],
  },
  'GET /staff/storage': {
    access: 'admin',
    limit: 'read',
    summary: 'What the site stores by kind, its growth, the members with most of it, and the disk.',
    reply: storage,
    errors: [],
  },
  'POST /staff/storage/measure': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to measure the storage',
    summary: 'Measures what the site stores now, by a job that runs every six hours otherwise.',
    reply: done,
    errors: [],
  },
  'GET /staff/jobs': {
    access: 'moderator',
    limit: 'read',
    summary: 'The queue by kind, failed jobs with their errors, and what became of the mails.',
    reply: jobsState,
    errors: [],
  },
  'POST /staff/jobs/retry': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to run the jobs again',
    summary: 'Puts every job that failed for good back into its queue.',
    reply: z.object({ count: z.number() }),
    errors: [],
  },
  'POST /staff/jobs/:jobId/retry': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to run the job again',
    summary: 'Puts a job that failed for good back into its queue.',
    params: jobParams,
    reply: done,
    errors: ['job_gone'],
  },
  'DELETE /staff/jobs/:jobId': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to give the job up',
    summary: 'Gives a job up that failed for good.',
    params: jobParams,
    reply: done,
    errors: ['job_gone'],
  },
});
