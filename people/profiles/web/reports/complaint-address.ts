import type { Input } from '#site/contract/contract.ts';

/** What a report or a copyright complaint is about. */
export interface ReportSubject {
  readonly kind: Input<'POST /reports'>['body']['kind'];
  readonly id: string;
}

/** Where a copyright complaint about something is made: a public form. */
export const complaintAddress = ({ kind, id }: ReportSubject): string => `/legal/takedown?kind=${kind}&id=${id}`;
