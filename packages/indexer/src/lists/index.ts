export { createLedgerIndex, type LedgerIndex, type LedgerIndexOptions } from "../ledger/create-index.ts";
export type { ListItem } from "./list.ts";
export {
  createTableLists,
  type ListAnswer,
  type ListName,
  type ListQuestion,
  type ListRefusalReason,
  type TableLists,
} from "./table-lists.ts";
