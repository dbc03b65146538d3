import { defineEvent } from '#server/platform/events/event.ts';

/** The processing of a claimed file has come to its end: the content that has it. */
export const fileProcessed = defineEvent<{ readonly kind: string; readonly id: string }>('file.processed');
