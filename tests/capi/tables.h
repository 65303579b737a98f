/* The unwind tables of this program, as a code generator would have them. */
#ifndef TABLES_H
#define TABLES_H

#include "check.h"

#include <link.h>

struct tables {
  const char *start;
  size_t size;
};

/* PT_GNU_EH_FRAME has their address. */
static inline int find_tables(struct dl_phdr_info *info, size_t size, void *data) {
  struct tables *tables = data;
  int i;
  (void)size;
  for (i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME) {
      const unsigned char *header = (const unsigned char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      int32_t offset;
      uint32_t length;
      CHECK(header[0] == 1 && header[1] == 0x1b);
      memcpy(&offset, header + 4, 4);
      tables->start = (const char *)header + 4 + offset;
      do {
        memcpy(&length, tables->start + tables->size, 4);
        tables->size += 4 + length;
      } while (length != 0);
      return 1;
    }
  }
  return 1; /* The program comes first. */
}

static inline struct tables unwind_tables(void) {
  struct tables tables = {NULL, 0};
  dl_iterate_phdr(find_tables, &tables);
  CHECK(tables.size > 0);
  return tables;
}

#endif
