/** Part of the audit: how one record is bound to the one before; the store seals by itself, so it says how. */

export { NO_HASH as GENESIS, seal } from '../../store/seal.ts'
