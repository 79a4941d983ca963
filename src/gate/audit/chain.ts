/** Part of the audit: how a record is bound to the one before it. The store seals records itself, so it defines how. */

export { NO_HASH as GENESIS, seal } from '../../store/seal.ts'
