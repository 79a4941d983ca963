/** Part of the audit: the kind of record that reports that others were lost before they came into the chain. */

export const DAMAGED = 'damage'
