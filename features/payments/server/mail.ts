import { type Product, productNames } from '#people/ledger/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Message } from '#platform/server/mail/message.ts';
import type { ProviderInvoice } from './provider.ts';
import { moneyText } from './rules.ts';

type Site = Pick<Context, 'config' | 'siteUrl'>;
const manage = (site: Site) => ({ label: 'Open your payments', url: `${site.siteUrl}/settings/premium` });

/** The receipt of a payment. */
export function mailReceipt(site: Site, to: string, invoice: ProviderInvoice): Message {
  const total = moneyText(invoice.totalCents, invoice.currency);
  const tax = invoice.taxCents > 0 ? ` It includes ${moneyText(invoice.taxCents, invoice.currency)} of tax.` : '';
  return {
    kind: 'receipt',
    to,
    subject: `Your receipt from ${site.config.siteName}`,
    paragraphs: [
      `You have paid ${total} for ${invoice.title}.${tax}`,
      ...(invoice.number === null ? [] : [`The number of the invoice is ${invoice.number}.`]),
      'All your invoices are in settings, under Premium.',
    ],
    action: invoice.url === null ? manage(site) : { label: 'Open the invoice', url: invoice.url },
  };
}

/** A renewal has failed. @param until when the tier ends if it goes on failing */
export function mailRenewalFailed(site: Site, to: string, product: Product, until: Date): Message {
  return {
    kind: 'renewal-failed',
    to,
    subject: `Your ${productNames[product]} subscription could not be renewed`,
    paragraphs: [
      `The payment for ${productNames[product]} on ${site.config.siteName} did not go through. It is tried again in the next days.`,
      `You keep everything until ${until.toUTCString()}. Please check your card by then.`,
    ],
    action: manage(site),
  };
}

/** A subscription has ended. */
export function mailEnded(site: Site, to: string, product: Product): Message {
  return {
    kind: 'ended',
    to,
    subject: `Your ${productNames[product]} subscription has ended`,
    paragraphs: [
      `${productNames[product]} on ${site.config.siteName} has ended, and nothing more will be charged for it.`,
      'What you chose with it stays saved and is shown again when you subscribe again.',
    ],
    action: { label: 'See the subscriptions', url: `${site.siteUrl}/ranks` },
  };
}
