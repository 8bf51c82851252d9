//! Releases of one family put together: one table, with the release that each entry arrived in. Fails where a release does
//! not continue its predecessor, since a program that calls by slot would then call something else.

use std::collections::BTreeMap;

use crate::Result;
use crate::abi::{Abi, Family, Slot, Version};
use crate::bound::ANOMALIES;

/// A slot and the oldest release at hand that has it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub slot: Slot,
    pub since: Version,
}

#[derive(Debug)]
pub struct Merged {
    pub family: Family,
    pub newest: Abi,
    pub interfaces: BTreeMap<String, Vec<Entry>>,
    /// By enum, then by constant: value and the oldest release at hand that has it.
    pub enums: BTreeMap<String, Vec<(String, i64, Version)>>,
    /// Slots that are elsewhere in some release: interface, first slot that moves.
    pub unsteady: BTreeMap<String, usize>,
}

impl Merged {
    /// The slot of a method. `arguments` tells overloads apart.
    pub fn find(&self, interface: &str, name: &str, arguments: Option<&str>) -> Result<Option<(usize, &Entry)>> {
        let Some(table) = self.interfaces.get(interface) else { return Ok(None) };
        let mut found = table
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.slot.name == name && arguments.is_none_or(|wanted| entry.slot.args.join(", ") == wanted));
        let first = found.next();
        if found.next().is_some() {
            return Err(format!("{interface}::{name} has overloads in {}: name its arguments", self.family.file()).into());
        }
        if let (Some((slot, _)), Some(&from)) = (first, self.unsteady.get(interface))
            && slot >= from
        {
            return Err(format!("{interface}::{name} is not at one slot in every {} release", self.family.file()).into());
        }
        Ok(first)
    }
}

pub fn merge(family: Family, versions: &[Abi]) -> Result<Merged> {
    let newest = versions.last().ok_or("a family without a header version")?.clone();
    let mut merged = Merged { family, newest, interfaces: BTreeMap::new(), enums: BTreeMap::new(), unsteady: BTreeMap::new() };
    let mut parser_seen = false;
    for (i, abi) in versions.iter().enumerate() {
        let version = abi.version()?;
        // What the oldest header at hand has is taken to be in the family's first release: patch releases add nothing.
        let since = if i == 0 { family.first() } else { version };
        merge_interfaces(&mut merged, abi, version, since, !parser_seen)?;
        merge_enums(&mut merged, abi, version, since)?;
        parser_seen |= abi.parser;
    }
    same_layouts(family, versions)?;
    Ok(merged)
}

fn merge_interfaces(merged: &mut Merged, abi: &Abi, version: Version, since: Version, first_parser: bool) -> Result<()> {
    let name = merged.family.file();
    for (interface, table) in &merged.interfaces {
        if !abi.interfaces.contains_key(interface) && (abi.parser || !Abi::is_direct(interface)) {
            return Err(format!("{name}: {interface} ({} slots) vanished in {version}", table.len()).into());
        }
    }
    for (interface, found) in &abi.interfaces {
        let mut slots = found.slots.clone();
        let anomaly = ANOMALIES.iter().find(|a| a.interface == interface && a.version == version.to_string());
        if let Some(anomaly) = anomaly {
            if slots.get(anomaly.slot).is_none_or(|s| s.name != anomaly.inserted) {
                return Err(format!("{name}: {version} has no {} at slot {}", anomaly.inserted, anomaly.slot).into());
            }
            slots.remove(anomaly.slot);
            merged.unsteady.insert(interface.clone(), anomaly.slot);
        }
        // Most 10.x releases publish no parser header, so the first one at hand says nothing about when it began.
        let since = if Abi::is_direct(interface) && first_parser { merged.family.first() } else { since };
        let table = merged.interfaces.entry(interface.clone()).or_default();
        for (i, entry) in table.iter().enumerate() {
            match slots.get(i) {
                Some(slot) if *slot == entry.slot => {}
                Some(slot) => {
                    return Err(format!(
                        "{name}: {interface} slot {i} changed in {version}: was `{}`, is `{}`",
                        entry.slot.signature(),
                        slot.signature()
                    )
                    .into());
                }
                None => {
                    let lost = entry.slot.signature();
                    return Err(format!("{name}: {interface} slot {i} `{lost}` vanished in {version}").into());
                }
            }
        }
        let known = table.len();
        table.extend(slots.into_iter().skip(known).map(|slot| Entry { slot, since }));
    }
    Ok(())
}

fn merge_enums(merged: &mut Merged, abi: &Abi, version: Version, since: Version) -> Result<()> {
    let family = merged.family.file();
    for (name, found) in &abi.enums {
        let constants = merged.enums.entry(name.clone()).or_default();
        for (constant, value) in found.constants() {
            match constants.iter().find(|(known, ..)| known == constant) {
                Some((_, known, _)) if *known != value => {
                    return Err(format!("{family}: {name}::{constant} was {known}, is {value} in {version}").into());
                }
                Some(_) => {}
                None => constants.push((constant.to_owned(), value, since)),
            }
        }
        for (constant, ..) in constants.iter() {
            if !found.constants().any(|(known, _)| known == constant) {
                return Err(format!("{family}: {name}::{constant} vanished in {version}").into());
            }
        }
    }
    Ok(())
}

/// Sizes of structs, offsets of facades and C functions are the same in every release of a family.
fn same_layouts(family: Family, versions: &[Abi]) -> Result<()> {
    for pair in versions.windows(2) {
        let [old, new] = pair else { continue };
        let at = format!("{}: between {} and {}", family.file(), old.version()?, new.version()?);
        for (name, facade) in &old.facades {
            let same = new
                .facades
                .get(name)
                .is_some_and(|n| n.implementation_offset == facade.implementation_offset && n.delete_slot == facade.delete_slot);
            if !same {
                return Err(format!("{at}, the layout of {name} changed").into());
            }
        }
        for (name, layout) in &old.structs {
            if new.structs.get(name).is_none_or(|n| n.size != layout.size || n.align != layout.align) {
                return Err(format!("{at}, the layout of {name} changed").into());
            }
        }
        for (name, signature) in &old.functions {
            let may_lack = !new.parser && name.contains("Onnx");
            if !may_lack && new.functions.get(name) != Some(signature) {
                return Err(format!("{at}, `{signature}` {name} changed or vanished").into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn abi(version: &str, slots: &[&str], flag: i64) -> Abi {
        let slots: Vec<String> =
            slots.iter().map(|n| format!(r#"{{"name":"{n}","returns":"void","args":[],"const":false,"public":true}}"#)).collect();
        let text = format!(
            r#"{{"version":"{version}","parser":false,
                "interfaces":{{"INetworkDefinition":{{"class":"nvinfer1::apiv::VX","bases":[],"slots":[{}]}}}},
                "facades":{{}},"structs":{{}},"functions":{{}},
                "enums":{{"nvinfer1::F":{{"type":"int","values":{{"kA":{flag}}}}}}}}}"#,
            slots.join(",")
        );
        Abi::parse(&text, version).unwrap()
    }

    #[test]
    fn appended_methods_carry_the_release_they_came_in() {
        let merged = merge(Family::Trt10, &[abi("10.0.1", &["a"], 1), abi("10.3.0", &["a", "b"], 1)]).unwrap();
        let table = &merged.interfaces["INetworkDefinition"];
        assert_eq!(table[0].since.to_string(), "10.0.0");
        assert_eq!(table[1].since.to_string(), "10.3.0");
    }

    #[test]
    fn moved_vanished_and_changed_are_refused() {
        let refused = |versions: &[Abi]| merge(Family::Trt10, versions).unwrap_err().to_string();
        assert!(refused(&[abi("10.0.1", &["a", "b"], 1), abi("10.1.0", &["b", "a"], 1)]).contains("slot 0 changed"));
        assert!(refused(&[abi("10.0.1", &["a", "b"], 1), abi("10.1.0", &["a"], 1)]).contains("vanished in 10.1.0"));
        assert!(refused(&[abi("10.0.1", &["a"], 1), abi("10.1.0", &["a"], 2)]).contains("was 1, is 2"));
    }

    #[test]
    fn the_known_anomaly_passes_and_its_methods_cannot_be_bound() {
        let mut slots: Vec<String> = (0..70).map(|i| format!("m{i}")).collect();
        let plain: Vec<&str> = slots.iter().map(String::as_str).collect();
        let (old, new) = (abi("10.6.0", &plain, 1), abi("10.15.1", &plain, 1));
        slots.insert(63, "addCumulative".to_owned());
        let odd: Vec<&str> = slots.iter().map(String::as_str).collect();
        let merged = merge(Family::Trt10, &[old.clone(), abi("10.8.0", &odd, 1), new.clone()]).unwrap();
        assert_eq!(merged.find("INetworkDefinition", "m62", None).unwrap().unwrap().0, 62);
        assert!(merged.find("INetworkDefinition", "m63", None).is_err());
        // The same insertion in another release is a break.
        assert!(merge(Family::Trt10, &[old, abi("10.9.0", &odd, 1), new]).is_err());
    }
}
